import type { ProviderErrorCode } from "./errors.js";

/** One cause of an error, and its fix. */
interface ErrorCause {
  readonly cause: string;
  readonly fix: string;
}

/** What the documentation says about one error class. */
export interface ErrorEntry {
  /** Name of the class. */
  readonly name: string;
  /** What it means, in one sentence. */
  readonly meaning: string;
  readonly causes: readonly ErrorCause[];
}

/** Every error class: the package's `docs/errors.md` is generated from this table. */
export const errorCatalogue: Readonly<Record<ProviderErrorCode, ErrorEntry>> = {
  config: {
    name: "ConfigError",
    meaning: "A setting is missing or malformed. Nothing was sent.",
    causes: [
      {
        cause:
          "`baseUrl` or `apiKey` is missing at the first call to the platform. A preview without functions needs neither.",
        fix: "Set the config key or the environment variable that the message names.",
      },
      {
        cause: "A value is invalid, for example plain http to another machine, which would expose the key.",
        fix: "Correct the setting. Preview reports it on every resource.",
      },
    ],
  },
  auth: {
    name: "AuthError",
    meaning:
      "The platform refused the key or its role, or the key belongs to a different organization than the resource. Never retried, and never proof that an object was deleted.",
    causes: [
      {
        cause: "401: the key was deleted or mistyped, or is the auth key of a node.",
        fix: "Create a management key in the console. Pass a rotated key in `BLOCKCHAIN_NODES_API_KEY`: `destroy` and `refresh` use the configuration of the last `up`.",
      },
      {
        cause: "403: the role of the user who created the key does not allow the operation.",
        fix: "Use a key of a user with the role Editor or Admin to create and delete, Admin to rename the organization.",
      },
      {
        cause:
          "The key is valid, but for a different organization than the one in state or in the setting `organization`.",
        fix: "Use a key of the organization that the message names. Nothing was changed.",
      },
      {
        cause: "A node answers 401 or 403: it rejects its token or password, or an access rule blocks this client.",
        fix: "Refresh the stack, since tokens can be rotated. Call from an address that the node's access rules allow.",
      },
    ],
  },
  "not-found": {
    name: "NotFoundError",
    meaning:
      "The platform answered 404, which it does both for objects that do not exist and for objects that the key may not see.",
    causes: [
      {
        cause: "The id is wrong, or the object was deleted. The platform deletes nodes that are unused for 30 days.",
        fix: "Check the id. A refresh removes a resource from state, with a warning, once two reads three seconds apart have proven that it no longer exists.",
      },
      {
        cause:
          "The object is listed but cannot be read for ten seconds: the key lost its rights to it, or the list is older than the deletion.",
        fix: "Check the role of the user who created the key, then run again. The resource stays in state.",
      },
      {
        cause: "The object's project is listed but cannot be read: the key may not see it.",
        fix: "As above. An object that is missing from the list too looks exactly like a deleted one.",
      },
      {
        cause:
          "Even the key's organization or a list answers 404: the base URL points elsewhere, for example to a proxy.",
        fix: "Check `blockchain-nodes:baseUrl`. No resource is considered deleted.",
      },
      {
        cause: "A node's host answers 404: the endpoint's path does not serve this interface.",
        fix: 'Use the endpoint exactly as the Node outputs it. Only `chain: "hyperliquid-…"` adds a suffix.',
      },
    ],
  },
  conflict: {
    name: "ConflictError",
    meaning: "The platform refused because of other objects, or this package did before it sent anything.",
    causes: [
      {
        cause:
          "A project or network still holds nodes that this run does not delete, unchanged for 15 seconds. It was not deleted, since the platform might delete those nodes with it.",
        fix: "Delete the objects that the message names by id, or keep them and remove the resource from state with `pulumi state delete`. `blockchain-nodes sweep --stack` lists what a killed run left behind.",
      },
    ],
  },
  rejected: {
    name: "RejectedError",
    meaning: "The content of a request was rejected. `fields` holds the reasons by argument.",
    causes: [
      {
        cause: "400: a value is not accepted, for example a chain that is not offered in that region.",
        fix: "Correct the argument that the message names. `blockchain-nodes catalogue` prints what is available.",
      },
      {
        cause: "409 or another undocumented status.",
        fix: "The message quotes the platform where its answer has a known form.",
      },
      {
        cause: "A parameter of a call to a node is malformed. Nothing was sent.",
        fix: "Correct the parameter that the message names, for example `filter.address[0]`.",
      },
    ],
  },
  quota: {
    name: "QuotaError",
    meaning:
      "A limit of the plan is reached: the number of nodes (403 `quota_exceeded`) or the monthly requests. Never retried.",
    causes: [
      {
        cause: "The organization has as many nodes as its plan allows.",
        fix: "Delete nodes that are not needed, or upgrade the plan.",
      },
      {
        cause: "A node reports that the monthly requests are used up. Waiting does not help.",
        fix: "Upgrade the plan.",
      },
    ],
  },
  unavailable: {
    name: "UnavailableError",
    meaning: "The platform or a node throttled (429, or −32005 inside HTTP 200) or failed (5xx) on every attempt.",
    causes: [
      {
        cause: "429: other programs use the same account, or the request rate is too high for the plan.",
        fix: "Run again later, or lower `blockchain-nodes:requestsPerSecond`.",
      },
      {
        cause: "5xx. A write may have taken effect all the same; the provider finds out by reading.",
        fix: "Run again later. Give the request id to the platform's support.",
      },
    ],
  },
  transport: {
    name: "TransportError",
    meaning:
      "No usable answer arrived. `kind` says why; `mayHaveTakenEffect` is true when a write may have reached the platform.",
    causes: [
      {
        cause: "`dns`, `refused`: the host cannot be reached. Retried, since nothing was sent.",
        fix: "Check the base URL, the network and the proxy. A message about a proxy says what it answered and which variable names it.",
      },
      {
        cause: "`tls`: the certificate was rejected.",
        fix: "Check the base URL; a proxy that inspects TLS needs `NODE_EXTRA_CA_CERTS`.",
      },
      {
        cause: "`timeout`, `reset`: no answer in time, or the connection was lost.",
        fix: "Run again. Reads were already retried.",
      },
      {
        cause:
          "The response to a create was lost, and no list showed the object within `listLagSeconds`. Nothing was saved.",
        fix: "Run `pulumi up` again: it finds and resumes the object, or creates one if there is none.",
      },
      {
        cause: "`redirect`: not followed, since that could send the key to another host.",
        fix: "Use the base URL of the API itself, with https.",
      },
      {
        cause: "`too-large`: the answer is larger than 32 MiB.",
        fix: "Report it: no documented answer is this large.",
      },
      { cause: "`aborted`: the run was interrupted.", fix: "Run again: it resumes." },
    ],
  },
  shape: {
    name: "ShapeError",
    meaning: "An answer does not have the documented shape. The message names the operation and the field.",
    causes: [
      { cause: "A proxy or a login page answers instead of the platform.", fix: "Check the base URL." },
      {
        cause: "Something in a node's answer is missing or has another form: see `method`, `path` and `received`.",
        fix: "Report the message. `request` returns answers unchecked.",
      },
      {
        cause: "A list shows fewer objects than it counts, so a missing object is not proven to be deleted.",
        fix: "Run again later. The resource stays in state.",
      },
      {
        cause:
          "A list is incomplete (its count, a page, or the name of an item is missing), so an earlier run may already have created the object. Nothing was created.",
        fix: "Run `pulumi up` again. If it persists, `crashSafeCreate: false` creates without this check.",
      },
      {
        cause:
          "A list is incomplete, or does not say where an object belongs, so the project or network to delete may hold other nodes.",
        fix: "Run again later. If it persists, delete the object in the platform's console and run `pulumi refresh`.",
      },
      { cause: "The platform changed its interface.", fix: "Update this package, or report the message." },
    ],
  },
  rpc: {
    name: "RpcError",
    meaning: "A node answered a call with an error. `kind` classifies it; `rpcCode` and `data` are the node's own.",
    causes: [
      {
        cause: "`method`: the node does not support the method. `plan`: the account's plan does not include it.",
        fix: "Choose a node with that API namespace (`apiNamespaces`), or upgrade the plan.",
      },
      {
        cause: "`params`: the node rejects well-formed parameters.",
        fix: "The message quotes the node. Clients differ in what they accept.",
      },
      {
        cause: "`no-state`: the node does not keep the state of such an old block.",
        fix: "Use an archive node or a more recent block.",
      },
      {
        cause:
          "`no-filter`: the filter expired (about 5 minutes without a poll), or another backend of a shared node holds it.",
        fix: "Create the filter again. For a continuous stream use `subscribe`, or poll `eth_getLogs` with `call`.",
      },
      {
        cause: "`starting`: the node is starting or syncing.",
        fix: "Try again later.",
      },
      {
        cause: "`rpc`: any other error, for example a reverted `eth_call` (`data` then holds the revert data).",
        fix: "Depends on the method.",
      },
    ],
  },
  "not-ready": {
    name: "NotReadyError",
    meaning:
      "A node or a transaction did not reach the requested state. `isTerminal` says that waiting longer cannot help.",
    causes: [
      {
        cause: "The deadline passed while the node was deploying, syncing or unreachable.",
        fix: 'Run `pulumi up` again: it resumes the wait. Raise `timeouts.create`, or set `readiness: "platform"` if this machine cannot reach the node.',
      },
      {
        cause: "The deployment failed, or the node serves another chain.",
        fix: "Replace it with `pulumi up --replace URN`, or contact the platform's support.",
      },
      {
        cause: "An object could not be renamed from `creating-…` to its own name. It was not saved in state.",
        fix: "Run `pulumi up` again: it resumes the object. The message says why the platform refused the name.",
      },
    ],
  },
  cancelled: {
    name: "CancelledError",
    meaning: "The run was interrupted.",
    causes: [
      {
        cause: "Ctrl-C, SIGTERM, or the engine exited.",
        fix: "Run `pulumi up` again: it resumes. If the stack is locked, run `pulumi cancel` first.",
      },
    ],
  },
};
