import { createRequire } from "node:module";
import { ResourceProviderClient } from "@pulumi/pulumi/proto/provider_grpc_pb";
import type { Plugin } from "./plugin";
import { grpc } from "./wire";

/** An engine connection to a provider process that it interrupts. */
export interface Canceller {
  /** The call of the first Ctrl-C. */
  cancel(): Promise<void>;
  /** Closes the connection, as the engine does before it ends the process by a signal. */
  hangUp(): void;
}

const { Empty } = createRequire(require.resolve("@pulumi/pulumi/package.json"))(
  "google-protobuf/google/protobuf/empty_pb",
) as { readonly Empty: new () => Parameters<ResourceProviderClient["cancel"]>[0] };

/** Opens a connection besides that of the calls. */
export function cancellerOf(plugin: Plugin): Canceller {
  const port = Number.parseInt(plugin.output(), 10);
  const client = new ResourceProviderClient(`127.0.0.1:${port}`, grpc.credentials.createInsecure(), {
    "grpc.use_local_subchannel_pool": 1,
  });
  return {
    cancel: () =>
      new Promise((resolve, reject) => {
        client.cancel(new Empty(), (error) => (error === null ? resolve() : reject(error)));
      }),
    hangUp: () => client.close(),
  };
}
