import { createRequire } from "node:module";
import { EngineService } from "@pulumi/pulumi/proto/engine_grpc_pb";
import { type LogRequest, LogSeverity } from "@pulumi/pulumi/proto/engine_pb";
import { grpc } from "./wire";

/** One message that a provider process sent to the engine's log. */
interface EngineLog {
  readonly severity: "debug" | "info" | "warning" | "error";
  readonly message: string;
  /** URN of the resource that it belongs to; empty for the stack. */
  readonly urn: string;
  /** Shown temporarily next to the resource, not kept. */
  readonly ephemeral: boolean;
}

/** The part of the engine that provider processes call. */
export interface LogEngine {
  /** `host:port`, the argument of a provider process. */
  readonly address: string;
  /** Every message so far. */
  readonly logs: readonly EngineLog[];
  /** Resolves with the first matching message, past or future. */
  waitFor(fits: (log: EngineLog) => boolean): Promise<EngineLog>;
  close(): void;
}

const { Empty } = createRequire(require.resolve("@pulumi/pulumi/package.json"))(
  "google-protobuf/google/protobuf/empty_pb",
) as { readonly Empty: new () => unknown };

const severities: Readonly<Record<LogSeverity, EngineLog["severity"]>> = {
  [LogSeverity.DEBUG]: "debug",
  [LogSeverity.INFO]: "info",
  [LogSeverity.WARNING]: "warning",
  [LogSeverity.ERROR]: "error",
};

/** Starts a gRPC server that receives the log messages of provider processes. */
export async function startLogEngine(): Promise<LogEngine> {
  const logs: EngineLog[] = [];
  const waiting = new Set<(log: EngineLog) => void>();
  const server = new grpc.Server();
  server.addService(EngineService, {
    log: ({ request }: { request: LogRequest }, answer: (error: null, reply: unknown) => void) => {
      const log = {
        severity: severities[request.getSeverity()],
        message: request.getMessage(),
        urn: request.getUrn(),
        ephemeral: request.getEphemeral(),
      };
      logs.push(log);
      for (const hear of [...waiting]) {
        hear(log);
      }
      answer(null, new Empty());
    },
  });
  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync("127.0.0.1:0", grpc.ServerCredentials.createInsecure(), (error, taken) =>
      error === null ? resolve(taken) : reject(error),
    );
  });
  return {
    address: `127.0.0.1:${port}`,
    logs,
    waitFor: (fits) => {
      const known = logs.find(fits);
      if (known !== undefined) {
        return Promise.resolve(known);
      }
      return new Promise((resolve) => {
        const hear = (log: EngineLog) => {
          if (fits(log)) {
            waiting.delete(hear);
            resolve(log);
          }
        };
        waiting.add(hear);
      });
    },
    close: () => server.forceShutdown(),
  };
}
