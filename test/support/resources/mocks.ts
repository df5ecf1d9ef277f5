import * as pulumi from "@pulumi/pulumi";
import type { ReadResourceRequest, RegisterResourceRequest } from "@pulumi/pulumi/proto/resource_pb";

/** Properties of a resource as plain values. */
export type Bag = Readonly<Record<string, unknown>>;

/** A resource as the program handed it to the engine. */
export interface Registration {
  readonly type: string;
  /** Undefined for a resource that is to be created, the id for one that is read. */
  readonly id: string | undefined;
  readonly inputs: Bag;
  readonly additionalSecretOutputs: readonly string[];
  readonly isProtected: boolean;
  /** Whether a replacement deletes it before it makes the new one. */
  readonly isDeletedFirst: boolean;
  /** URNs of the resources that it waits for, those of its properties included. */
  readonly dependencies: readonly string[];
}

/** What a registration holds of the resource options. */
type RequestedOptions = Pick<
  Registration,
  "additionalSecretOutputs" | "dependencies" | "isDeletedFirst" | "isProtected"
>;

/** How the engine behaves. */
export interface MockOptions {
  /** Whether the program runs in a preview. @default false */
  readonly isPreview?: boolean;
  /** What the engine answers beside the inputs, by the name of the resource. @default nothing */
  readonly outputs?: Readonly<Record<string, Bag>>;
  /** Pulumi organization; none is what a program's own unit tests have. @default "acme" */
  readonly organization?: string;
}

const withoutOptions: RequestedOptions = {
  additionalSecretOutputs: [],
  dependencies: [],
  isProtected: false,
  isDeletedFirst: false,
};

type Send<Request> = (request: Request, done: unknown) => unknown;

interface Monitor {
  registerResource: Send<RegisterResourceRequest>;
  readResource: Send<ReadResourceRequest>;
}

/**
 * Puts mocks in the place of the engine: project `shop`, stack `dev`.
 *
 * @returns what the program registers from now on, by name; complete after {@link settled}
 */
export async function useMocks(options: MockOptions = {}): Promise<ReadonlyMap<string, Registration>> {
  const { isPreview = false, outputs = {}, organization = "acme" } = options;
  const registered = new Map<string, Registration>();
  const requested = new Map<string, RequestedOptions>();
  await pulumi.runtime.setMocks(
    {
      newResource: ({ name, type, inputs, id }) => {
        const options = requested.get(name) ?? withoutOptions;
        registered.set(name, { type, inputs, id: id === "" ? undefined : id, ...options });
        return { id: id || `${name}-id`, state: { ...inputs, ...outputs[name] } };
      },
      call: () => ({}),
    },
    "shop",
    "dev",
    isPreview,
    organization,
  );
  // The SDK's mocks do not pass resource options on, so they are taken from the requests on their way.
  const monitor = pulumi.runtime.getMonitor() as unknown as Monitor;
  const { registerResource, readResource } = monitor;
  monitor.registerResource = (request, done) => {
    requested.set(request.getName(), {
      additionalSecretOutputs: request.getAdditionalsecretoutputsList(),
      dependencies: request.getDependenciesList(),
      isProtected: request.getProtect() ?? false,
      isDeletedFirst: request.getDeletebeforereplace(),
    });
    return registerResource.call(monitor, request, done);
  };
  monitor.readResource = (request, done) => {
    requested.set(request.getName(), {
      ...withoutOptions,
      additionalSecretOutputs: request.getAdditionalsecretoutputsList(),
      dependencies: request.getDependenciesList(),
    });
    return readResource.call(monitor, request, done);
  };
  return registered;
}

/** Waits until everything that the program declared is registered. */
export async function settled(...resources: readonly pulumi.Resource[]): Promise<void> {
  await Promise.all(resources.map(({ urn }) => contentOf(urn)));
}

/** What is in an output, and what the engine is told about it. */
export async function contentOf<T>(
  output: pulumi.Output<T>,
): Promise<{ readonly value: T; readonly isKnown: boolean; readonly isSecret: boolean }> {
  const inner = output as unknown as { promise(): Promise<T>; isKnown: Promise<boolean>; isSecret: Promise<boolean> };
  return { value: await inner.promise(), isKnown: await inner.isKnown, isSecret: await inner.isSecret };
}
