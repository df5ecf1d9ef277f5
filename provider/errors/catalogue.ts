import type { ProviderErrorCode } from "./errors.js";

/** One way into an error, and the way out. */
interface ErrorCause {
  readonly cause: string;
  readonly fix: string;
}

/** What the documentation says about one kind of error. */
export interface ErrorEntry {
  /** Name of the class. */
  readonly name: string;
  /** What it means, in one sentence. */
  readonly meaning: string;
  readonly causes: readonly ErrorCause[];
}

/** Every kind of error: `docs/errors.md` of the package is made from it. */
export const errorCatalogue: Readonly<Record<ProviderErrorCode, ErrorEntry>> = {
  config: {
    name: "ConfigError",
    meaning: "A setting is missing or malformed. Nothing was sent.",
    causes: [
      {
        cause:
          "`baseUrl` or `apiKey` is missing when the first call to the platform is made. A preview without functions needs neither.",
        fix: "Set the config key or the environment variable that the message names.",
      },
      {
        cause:
          "A value cannot be right, for example plain http beyond this machine, which would show the key to the network.",
        fix: "Correct the setting; it is reported at preview, on every resource.",
      },
    ],
  },
  auth: {
    name: "AuthError",
    meaning:
      "The platform refused the key or its role, or the key belongs to another organization than the resource. Not retried, and no proof that an object is gone.",
    causes: [
      {
        cause: "401: the key was deleted, mistyped, or is a node's own auth key.",
        fix: "Make a management key in the console. Pass a rotated one through `BLOCKCHAIN_NODES_API_KEY`: `destroy` and `refresh` see the config of the last `up`.",
      },
      {
        cause: "403: the role of the key's maker does not allow the operation.",
        fix: "Creating and deleting needs Editor or Admin, the organization's name Admin. Use a key of such a user.",
      },
      {
        cause:
          "The key works, but for another organization than the one in the state or in the setting `organization`.",
        fix: "Use a key of the organization that the message names. Nothing was touched.",
      },
      {
        cause: "A node answers 401 or 403: its token or password is not accepted, or an access rule keeps us out.",
        fix: "Refresh the stack: tokens can be rotated. Call from an address that the node's access rules name.",
      },
    ],
  },
  "not-found": {
    name: "NotFoundError",
    meaning: "The platform answered 404, which it does both for what does not exist and for what the key may not see.",
    causes: [
      {
        cause:
          "The id is wrong, or the object was deleted. Nodes that are not used for 30 days are deleted by the platform.",
        fix: "Check the id. A refresh drops a resource from the state, with a warning, once two looks three seconds apart have proven that it is gone.",
      },
      {
        cause:
          "The object is listed but cannot be read, for ten seconds: the key has lost rights to it, or the list is older than its deletion.",
        fix: "Check the role of the key's maker, and run again. The resource stays in the state.",
      },
      {
        cause: "The project of the object is listed but cannot be read: it is hidden from the key.",
        fix: "As above. An object that is hidden from the list too cannot be told from one that was deleted.",
      },
      {
        cause:
          "Not even the key's organization, or a list, is found: the base URL leads elsewhere, for example to a proxy.",
        fix: "Check `blockchain-nodes:baseUrl`. Nothing is concluded about resources.",
      },
      {
        cause: "A node's host answers 404: there is no such interface at the endpoint's path.",
        fix: 'Use the endpoint as the Node\'s output gives it; `chain: "hyperliquid-…"` alone adds a suffix.',
      },
    ],
  },
  conflict: {
    name: "ConflictError",
    meaning: "The platform, or this package before it asked, refuses because of other objects.",
    causes: [
      {
        cause:
          "A project or network still holds nodes that nothing in this run deletes; they were waited for, 15 seconds without a change. It was not asked to go, since the platform might take them along.",
        fix: "Delete what the message names by id, or keep it: `pulumi state delete` takes the resource out of the state. `blockchain-nodes sweep --stack` lists what a killed run left behind.",
      },
    ],
  },
  rejected: {
    name: "RejectedError",
    meaning: "The content of a request was refused. `fields` holds the reasons by argument.",
    causes: [
      {
        cause: "400: a value is not accepted, for example a chain that the plan does not offer in that region.",
        fix: "Correct the argument that the message names. `blockchain-nodes catalogue` prints what is offered.",
      },
      {
        cause: "409 or another status that is not documented.",
        fix: "The message repeats what the platform said, where it said so in a known form.",
      },
      {
        cause: "A parameter of a call to a node is malformed. Nothing was sent.",
        fix: "Correct what the message names, for example `filter.address[0]`.",
      },
    ],
  },
  quota: {
    name: "QuotaError",
    meaning: "A limit of the plan is reached: 403 `quota_exceeded` for nodes, or the month's requests. Not retried.",
    causes: [
      {
        cause: "The organization has as many nodes as its plan allows.",
        fix: "Delete nodes that are not needed, or raise the plan.",
      },
      {
        cause: "A node answers that the month's requests are used up. No wait helps.",
        fix: "Raise the plan.",
      },
    ],
  },
  unavailable: {
    name: "UnavailableError",
    meaning:
      "The platform or a node throttles (429, or −32005 inside HTTP 200) or has a fault (5xx), through every retry.",
    causes: [
      {
        cause: "429: other programs use the same account, or the pace is too high for the plan.",
        fix: "Run again later, or lower `blockchain-nodes:requestsPerSecond`.",
      },
      {
        cause:
          "5xx. On a write the answer is lost: the change may have been carried out, and is looked for by reading.",
        fix: "Run again later; give the platform's support the request id.",
      },
    ],
  },
  transport: {
    name: "TransportError",
    meaning: "No usable answer arrived. `kind` tells where it ended, `lost` whether a write may have been carried out.",
    causes: [
      {
        cause: "`dns`, `refused`: the host is not reached. Repeated, since nothing was sent.",
        fix: "Check base URL, network, and the proxy: a message that names one tells what it answered, and which variable names it.",
      },
      {
        cause: "`tls`: the certificate is not accepted.",
        fix: "Check the base URL; a proxy that inspects TLS needs `NODE_EXTRA_CA_CERTS`.",
      },
      {
        cause: "`timeout`, `reset`: no answer in time, or the connection was lost.",
        fix: "Run again. Reads were repeated already.",
      },
      {
        cause:
          "The answer to a create was lost, and no list shows the object within `listLagSeconds`. Nothing is in the state.",
        fix: "Run `pulumi up` again: it looks for the object, goes on with it, or makes one if there is none.",
      },
      {
        cause: "`redirect`: refused, since following it could carry the key to another host.",
        fix: "Use the base URL of the API itself, with https.",
      },
      { cause: "`too-large`: the answer is larger than 32 MiB.", fix: "Report it: no documented answer is." },
      { cause: "`aborted`: the run was interrupted.", fix: "Run again: it goes on from where it was." },
    ],
  },
  shape: {
    name: "ShapeError",
    meaning: "An answer arrived that is not what the interface promises. The message names operation and field.",
    causes: [
      { cause: "A proxy or a login page answers instead of the platform.", fix: "Check the base URL." },
      {
        cause:
          "A node's answer lacks something or holds it in another form; `method`, `path` and `received` tell what.",
        fix: "`call` of a method that is not known to this package passes answers on as they are. Report the message.",
      },
      {
        cause: "A list does not show all that it counts, so that what it lacks is not proven to be gone.",
        fix: "Run again later. The resource stays in the state.",
      },
      {
        cause:
          "A list does not show everything (its count, a page, or the name of an item is missing), so an earlier run may have created the object already. None is made.",
        fix: "Run `pulumi up` again. If it persists, `crashSafeCreate: false` creates without this check.",
      },
      {
        cause:
          "A list does not show everything, or an item without its place, so that a project or network that is to be deleted may hold nodes of others.",
        fix: "Run again later. If it persists, delete the object in the platform's console, then run `pulumi refresh`.",
      },
      { cause: "The platform changed its interface.", fix: "Update this package, or report the message." },
    ],
  },
  rpc: {
    name: "RpcError",
    meaning:
      "A node answered a call with an error. `kind` says what it means, `rpcCode` and `data` are the node's own.",
    causes: [
      {
        cause: "`method`: the node does not offer the method; `plan`: the account's plan does not include it.",
        fix: "Choose a node with that interface (`apiNamespaces`), or raise the plan.",
      },
      {
        cause: "`params`: the node refuses the arguments, although they are well formed.",
        fix: "The message repeats the node's words. Dialects differ in what they accept.",
      },
      {
        cause: "`no-state`: the state of an old block is asked of a node that does not keep it.",
        fix: "Ask an archive node, or a younger block.",
      },
      {
        cause:
          "`no-filter`: the filter expired (about 5 minutes without a poll), or another backend of a shared node holds it.",
        fix: "Make the filter again; for a steady stream use `subscribe`, or `eth_getLogs` by `call`.",
      },
      {
        cause: "`starting`: the node is starting or catching up.",
        fix: "Try again later.",
      },
      {
        cause: "`rpc`: any other error, for example a reverted `eth_call` (then `data` holds what it reverted with).",
        fix: "Depends on the method.",
      },
    ],
  },
  "not-ready": {
    name: "NotReadyError",
    meaning:
      "A node or a transaction did not become what was asked for. `isTerminal` tells whether waiting longer cannot help.",
    causes: [
      {
        cause: "The deadline was reached while the node was deploying, syncing or out of reach.",
        fix: 'Run `pulumi up` again: it goes on waiting. Raise `timeouts.create`, or use `readiness: "platform"` where no route leads to the node.',
      },
      {
        cause: "The deployment failed, or the node serves another chain.",
        fix: "Replace it with `pulumi up --replace URN`, or report it to the platform's support.",
      },
      {
        cause: "An object could not be given its own name in place of `creating-…`. It is in no state.",
        fix: "Run `pulumi up` again: it goes on with it. The message says why the platform refused the name.",
      },
    ],
  },
  cancelled: {
    name: "CancelledError",
    meaning: "The run was interrupted.",
    causes: [
      {
        cause: "Ctrl-C, SIGTERM, or the end of the engine.",
        fix: "Run `pulumi up` again, after `pulumi cancel` where the stack is locked: it goes on from where it was.",
      },
    ],
  },
};
