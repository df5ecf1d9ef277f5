import { createRequire } from "node:module";
import type { EngineService } from "@pulumi/pulumi/proto/engine_grpc_pb";
import type { ResourceProviderClient } from "@pulumi/pulumi/proto/provider_grpc_pb";
import { type CheckRequest, ErrorResourceInitFailed } from "@pulumi/pulumi/proto/provider_pb";
import { Status } from "@pulumi/pulumi/proto/status_pb";

/** Inputs or outputs as plain objects. */
export type Bag = Readonly<Record<string, unknown>>;

/** Values of one resource as the wire carries them. */
export type WireBag = NonNullable<ReturnType<CheckRequest["getNews"]>>;

type Metadata = Parameters<ResourceProviderClient["check"]>[1] & { get(key: string): (string | Buffer)[] };

interface Grpc {
  readonly Metadata: new () => Metadata;
  readonly Server: new () => GrpcServer;
  readonly ServerCredentials: { createInsecure(): unknown };
  readonly credentials: { createInsecure(): ConstructorParameters<typeof ResourceProviderClient>[1] };
}

interface GrpcServer {
  addService(service: typeof EngineService, methods: object): void;
  bindAsync(address: string, credentials: unknown, done: (error: Error | null, port: number) => void): void;
  forceShutdown(): void;
}

// The SDK's own copies: its stubs do not accept messages and credentials of another one.
const sdk = createRequire(require.resolve("@pulumi/pulumi/package.json"));

/** gRPC as used by the SDK. */
export const grpc = sdk("@grpc/grpc-js") as Grpc;

const { Struct } = sdk("google-protobuf/google/protobuf/struct_pb") as {
  readonly Struct: { fromJavaScript(bag: Bag): WireBag };
};

/** A plain object as the wire carries it. */
export function toWire(bag: Bag): WireBag {
  return Struct.fromJavaScript(bag);
}

/** What the wire carried, as a plain object. */
export function fromWire(bag: WireBag | undefined): Bag {
  return bag?.toJavaScript() ?? {};
}

/** State that the engine keeps of a create or update that failed halfway. */
export interface PartialResource {
  readonly id: string;
  readonly properties: Bag;
  readonly reasons: readonly string[];
}

/** An error as gRPC reports it. */
export interface GrpcFailure {
  readonly code: number;
  readonly details: string;
  readonly metadata: { get(key: string): (string | Buffer)[] };
}

/** A call that the provider process answered with an error. */
export class CallError extends Error {
  /** gRPC status; the engine shows 2 (UNKNOWN) unchanged. */
  readonly status: number;
  /** Undefined when nothing was left behind. */
  readonly partial: PartialResource | undefined;

  constructor({ code, details, metadata }: GrpcFailure) {
    super(details);
    this.name = "CallError";
    this.status = code;
    this.partial = partialOf(metadata);
  }
}

function partialOf(metadata: GrpcFailure["metadata"]): PartialResource | undefined {
  const [packed] = metadata.get("grpc-status-details-bin");
  if (!(packed instanceof Buffer)) {
    return undefined;
  }
  const [detail] = Status.deserializeBinary(packed).getDetailsList();
  const failed = detail?.unpack(ErrorResourceInitFailed.deserializeBinary, "pulumirpc.ErrorResourceInitFailed");
  return failed === undefined || failed === null
    ? undefined
    : { id: failed.getId(), properties: fromWire(failed.getProperties()), reasons: failed.getReasonsList() };
}
