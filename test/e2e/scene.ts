import type { PulumiFn } from "@pulumi/pulumi/automation";
import { expect } from "chai";
import { type Sandbox, type SandboxOptions, startSandbox } from "../../sandbox/index";
import { openStack, type StateResource, type TestStack } from "../support/engine";

/** A management request as the sandbox logged it. */
interface LoggedRequest {
  readonly method: string;
  readonly path: string;
  readonly status: number | null;
}

/** A node as the sandbox holds it. */
interface HeldNode {
  readonly id: string;
  readonly name: string;
  readonly status: string;
}

/** Everything that the sandbox holds. */
interface HeldObjects {
  readonly projects: readonly { readonly id: string; readonly name: string }[];
  readonly networks: readonly { readonly id: string }[];
  readonly nodes: readonly HeldNode[];
}

/** A platform with real nodes and a stack on the real engine, both private to one test. */
export interface Scene {
  readonly sandbox: Sandbox;
  readonly stack: TestStack;
  /** Calls the sandbox's admin interface. */
  admin<T>(method: string, path: string, body?: unknown): Promise<T>;
  objects(): Promise<HeldObjects>;
  /** Management requests since the last call of `forget`. */
  requests(): Promise<readonly LoggedRequest[]>;
  forget(): Promise<void>;
  close(): Promise<void>;
}

/** Opens a scene; the provider is paced for a machine of its own, not for a shared platform. */
export async function openScene(program: PulumiFn, options: SandboxOptions = {}): Promise<Scene> {
  const sandbox = await startSandbox(options);
  const stack = await openStack({ program, env: platformEnv(sandbox) });
  const admin = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const answer = await fetch(sandbox.admin + path, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { "content-type": "application/json" } }),
    });
    const text = await answer.text();
    expect(answer.ok, `${method} ${path}: ${text}`).to.equal(true);
    return (text === "" ? undefined : JSON.parse(text)) as T;
  };
  return {
    sandbox,
    stack,
    admin,
    objects: () => admin("GET", "/objects"),
    requests: () => admin("GET", "/requests"),
    forget: () => admin("DELETE", "/requests"),
    close: async () => {
      await sandbox.close();
      await stack.dispose();
    },
  };
}

/** Settings that lead the provider to a sandbox. */
export function platformEnv({ baseUrl, apiKey }: Sandbox): Record<string, string> {
  return {
    BLOCKCHAIN_NODES_BASE_URL: baseUrl,
    BLOCKCHAIN_NODES_API_KEY: apiKey,
    BLOCKCHAIN_NODES_REQUESTS_PER_SECOND: "200",
  };
}

/** A resource of ours in the exported state, by its logical name. */
export async function stateOf(stack: TestStack, name: string): Promise<StateResource> {
  const { deployment } = await stack.exportState();
  const found = deployment.resources?.find(({ urn }) => urn.endsWith(`::${name}`));
  if (found === undefined) {
    throw new Error(`no ${name} in the state`);
  }
  return found;
}

/** The value of an output in the exported state, also of a secret one. */
export function plain<T>(value: unknown): T {
  const isSecret = typeof value === "object" && value !== null && "plaintext" in value;
  return (isSecret ? JSON.parse(String(value.plaintext)) : value) as T;
}
