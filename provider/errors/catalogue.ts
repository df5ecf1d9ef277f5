import type { ProviderErrorCode } from "./errors.js";

/** What the documentation says about one error class. */
export interface ErrorEntry {
  /** Name of the class. */
  readonly name: string;
  /** What it means, in one sentence. */
  readonly meaning: string;
  /** The fix of each cause. */
  readonly fixes: Readonly<Record<string, string>>;
}

/** Every error class: the package's `docs/errors.md` is generated from this table. */
export const errorCatalogue: Readonly<Record<ProviderErrorCode, ErrorEntry>> = {
  config: {
    name: "ConfigError",
    meaning: "A setting is missing or malformed. Nothing was sent.",
    fixes: {
      "`baseUrl` or `apiKey` is missing at the first call to the platform. A preview without functions needs neither.":
        "Set the config key or the environment variable that the message names.",
      "A value is invalid, for example plain http to another machine, which would expose the key.":
        "Correct the setting. Preview reports it on every resource.",
    },
  },
  auth: {
    name: "AuthError",
    meaning:
      "The platform refused the key or its role, or the key belongs to a different organization than the resource. Never retried, and never proof that an object was deleted.",
    fixes: {
      "401: the key was deleted or mistyped, or is the auth key of a node.":
        "Create a management key in the console. Pass a rotated key in `BLOCKCHAIN_NODES_API_KEY`: `destroy` and `refresh` use the configuration of the last `up`.",
      "403: the role of the user who created the key does not allow the operation.":
        "Use a key of a user with the role Editor or Admin to create and delete, Admin to rename the organization.",
      "The key is valid, but for a different organization than the one in state or in the setting `organization`.":
        "Use a key of the organization that the message names. Nothing was changed.",
      "A node responds with 401 or 403: it rejects its token or password, or an access rule blocks this client.":
        "Refresh the stack, since tokens can be rotated. Call from an address that the node's access rules allow.",
    },
  },
  "not-found": {
    name: "NotFoundError",
    meaning:
      "The platform responded with 404, which it does both for objects that do not exist and for objects that the key may not see.",
    fixes: {
      "The id is wrong, or the object was deleted. The platform deletes nodes that are unused for 30 days.":
        "Check the id. A refresh removes a resource from state, with a warning, once two reads three seconds apart have proven that it no longer exists.",
      "The object is listed but cannot be read for ten seconds: the key lost its rights to it, or the list is older than the deletion.":
        "Check the role of the user who created the key, then run again. The resource stays in state.",
      "The object's project is listed but cannot be read: the key may not see it.":
        "As above. An object that is missing from the list too looks exactly like a deleted one.",
      "Even the key's organization or a list responds with 404: the base URL points elsewhere, for example to a proxy.":
        "Check `blockchain-nodes:baseUrl`. No resource is considered deleted.",
      "A node's host responds with 404: the endpoint's path does not serve this interface.":
        'Use the endpoint exactly as the Node outputs it. Only `chain: "hyperliquid-…"` adds a suffix.',
    },
  },
  conflict: {
    name: "ConflictError",
    meaning: "The platform refused because of other objects, or this package did before it sent anything.",
    fixes: {
      "A project or network still contains nodes that this run does not delete, unchanged for 15 seconds. It was not deleted, since the platform might delete those nodes with it.":
        "Delete the objects that the message names by id, or keep them and remove the resource from state with `pulumi state delete`. `blockchain-nodes sweep --stack` lists what a killed run left behind.",
    },
  },
  rejected: {
    name: "RejectedError",
    meaning: "The content of a request was rejected. `fields` contains the reasons by argument.",
    fixes: {
      "400: a value is not accepted, for example a chain that is not offered in that region.":
        "Correct the argument that the message names. `blockchain-nodes catalogue` prints what is available.",
      "409 or another undocumented status.": "The message quotes the platform where its response has a known form.",
      "A parameter of a call to a node is malformed. Nothing was sent.":
        "Correct the parameter that the message names, for example `filter.address[0]`.",
    },
  },
  quota: {
    name: "QuotaError",
    meaning:
      "A limit of the plan is reached: the number of nodes (403 `quota_exceeded`) or the monthly requests. Never retried.",
    fixes: {
      "The organization has as many nodes as its plan allows.":
        "Delete nodes that are not needed, or upgrade the plan.",
      "A node reports that the monthly requests are used up. Waiting does not help.": "Upgrade the plan.",
    },
  },
  unavailable: {
    name: "UnavailableError",
    meaning: "The platform or a node throttled (429, or −32005 inside HTTP 200) or failed (5xx) on every attempt.",
    fixes: {
      "429: other programs use the same account, or the request rate is too high for the plan.":
        "Run again later, or lower `blockchain-nodes:requestsPerSecond`.",
      "5xx. A write may have taken effect all the same; the provider finds out by reading.":
        "Run again later. Give the request id to the platform's support.",
    },
  },
  transport: {
    name: "TransportError",
    meaning:
      "No usable response arrived. `kind` says why; `mayHaveTakenEffect` is true when a write may have reached the platform.",
    fixes: {
      "`dns`, `refused`: the host cannot be reached. Retried, since nothing was sent.":
        "Check the base URL, the network and the proxy. A message about a proxy says how it responded and which variable names it.",
      "`tls`: the certificate was rejected.":
        "Check the base URL; a proxy that inspects TLS needs `NODE_EXTRA_CA_CERTS`.",
      "`timeout`, `reset`: no response in time, or the connection was lost.": "Run again. Reads were already retried.",
      "The response to a create was lost, and no list showed the object within `listLagSeconds`. Nothing was saved.":
        "Run `pulumi up` again: it finds and resumes the object, or creates one if there is none.",
      "`redirect`: not followed, since that could send the key to another host.":
        "Use the base URL of the API itself, with https.",
      "`too-large`: the response is larger than 32 MiB.": "Report it: no documented response is this large.",
      "`aborted`: the run was interrupted.": "Run again: it resumes.",
    },
  },
  shape: {
    name: "ShapeError",
    meaning: "A response does not have the documented shape. The message names the operation and the field.",
    fixes: {
      "A proxy or a login page responds instead of the platform.": "Check the base URL.",
      "Something in a node's response is missing or has another form: see `method`, `path` and `received`.":
        "Report the message. `request` returns results unchecked.",
      "A list shows fewer objects than it counts, so a missing object is not proven to be deleted.":
        "Run again later. The resource stays in state.",
      "A list is incomplete (its count, a page, or the name of an item is missing), so an earlier run may already have created the object. Nothing was created.":
        "Run `pulumi up` again. If it persists, `crashSafeCreate: false` creates without this check.",
      "A list is incomplete, or does not say where an object belongs, so the project or network to delete may contain other nodes.":
        "Run again later. If it persists, delete the object in the platform's console and run `pulumi refresh`.",
      "The platform changed its interface.": "Update this package, or report the message.",
    },
  },
  rpc: {
    name: "RpcError",
    meaning: "A node responded to a call with an error. `kind` classifies it; `rpcCode` and `data` are the node's own.",
    fixes: {
      "`method`: the node does not support the method. `plan`: the account's plan does not include it.":
        "Choose a node with that API namespace (`apiNamespaces`), or upgrade the plan.",
      "`params`: the node rejects well-formed parameters.":
        "The message quotes the node. Clients differ in what they accept.",
      "`no-state`: the node does not keep the state of such an old block.":
        "Use an archive node or a more recent block.",
      "`no-filter`: the filter expired (about 5 minutes without a poll), or another backend of a shared node has it.":
        "Create the filter again. For a continuous stream use `subscribe`, or poll `eth_getLogs` with `call`.",
      "`starting`: the node is starting or syncing.": "Try again later.",
      "`rpc`: any other error, for example a reverted `eth_call` (`data` is then the revert data).":
        "Depends on the method.",
    },
  },
  "not-ready": {
    name: "NotReadyError",
    meaning:
      "A node or a transaction did not reach the requested state. `isTerminal` says that waiting longer cannot help.",
    fixes: {
      "The deadline passed while the node was deploying, syncing or unreachable.":
        'Run `pulumi up` again: it resumes the wait. Raise `timeouts.create`, or set `readiness: "platform"` if this machine cannot reach the node.',
      "The deployment failed, or the node serves another chain.":
        "Replace it with `pulumi up --replace URN`, or contact the platform's support.",
      "A node did not pass a `NodeHealth`: the message has the check, the observed value and the limit.":
        "Do what the message ends with. Nothing is in state after a failed create; the next `pulumi up` probes again.",
      "An object could not be renamed from `creating-…` to its own name. It was not saved in state.":
        "Run `pulumi up` again: it resumes the object. The message says why the platform refused the name.",
    },
  },
  cancelled: {
    name: "CancelledError",
    meaning: "The run was interrupted.",
    fixes: {
      "Ctrl-C, SIGTERM, or the engine exited.":
        "Run `pulumi up` again: it resumes. If the stack is locked, run `pulumi cancel` first.",
    },
  },
};
