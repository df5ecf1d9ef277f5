import type { Settings } from "../../../provider/account/settings.js";
import { Secret } from "../../../provider/base/secret.js";
import { accountScope } from "../../../provider/lifecycle/account-scope.js";
import { KnownObjects } from "../../../provider/lifecycle/engine/known-objects.js";
import type { PartialFailure } from "../../../provider/lifecycle/engine/partial-failure.js";
import type { Properties } from "../../../provider/lifecycle/engine/properties.js";
import type { Context } from "../../../provider/lifecycle/resource.js";
import type { Settings as SandboxSettings } from "../../../sandbox/index";
import { FakeClock } from "../http/fake-clock";
import { type TestSandbox, useSandbox } from "../sandbox";
import { check, ownerOf } from "./sample-inputs";

/** Context of an operation, with what it recorded. */
export interface TestContext extends Context {
  readonly clock: FakeClock;
  /** Reported lines, in order. */
  readonly lines: readonly string[];
  /** Called with each line. */
  onLine: (line: string) => void | Promise<void>;
}

const standard = {
  requestsPerSecond: 1_000,
  organization: undefined,
  isOffline: false,
  isCrashSafe: true,
  listLagMs: 30_000,
};

/** Settings, with the key from the sandbox. */
export type TestSettings = Omit<Settings, "apiKey"> & {
  readonly apiKey: string;
  /** @default 0: no wait for others to join the batch */
  readonly batchWindowMs?: number;
};

/** Context of a fresh process, without any memory. */
function contextOf(
  { apiKey, batchWindowMs = 0, ...settings }: Pick<TestSettings, "baseUrl" | "apiKey"> & Partial<TestSettings>,
  signal: AbortSignal = new AbortController().signal,
): TestContext {
  const lines: string[] = [];
  const say = (line: string) => {
    lines.push(line);
    void context.onLine(line);
  };
  const context: TestContext = {
    ...accountScope({ ...standard, ...settings, apiKey: new Secret(apiKey) }, signal, { batchWindowMs }),
    owner: ownerOf("Node", "rpc"),
    progress: { status: say, warn: say },
    // Sets the wall clock back by an hour on every wait: no wait may depend on it.
    clock: new FakeClock(Date.now(), -3_600_000),
    known: new KnownObjects(),
    signal,
    lines,
    onLine: () => undefined,
  };
  return context;
}

/** A sandbox with a project, and contexts to use it. */
export interface OperationsScene {
  readonly sandbox: TestSandbox;
  /** Id of a project. */
  readonly project: string;
  context(settings?: Partial<TestSettings>, signal?: AbortSignal): TestContext;
  /** Key of another organization. */
  foreignKey(): Promise<string>;
  /** Whether the platform still has the object. */
  exists(id: string): Promise<boolean>;
  /** Requests that change something. */
  writes(): Promise<readonly string[]>;
}

/** Starts a sandbox for the calling suite. */
export function useOperations(settings: Partial<SandboxSettings> = {}): OperationsScene {
  const sandbox = useSandbox(settings);
  let project = "";
  before(async () => {
    const { account } = contextOf(sandbox);
    project = (await account.client.call("createProject", { body: { name: "shared" } })).id;
  });
  return {
    sandbox,
    get project() {
      return project;
    },
    context: (more = {}, signal) => {
      const context = contextOf({ baseUrl: sandbox.baseUrl, apiKey: sandbox.apiKey, ...more }, signal);
      // The platform's time passes with the operation's: a node becomes ready meanwhile.
      context.clock.onPass = sandbox.pass;
      return context;
    },
    foreignKey: async () =>
      (await sandbox.admin<{ apiKey: string }>("POST", "/organizations", { name: "Other" })).apiKey,
    exists: async (id) => {
      const all = await sandbox.admin<Record<"projects" | "networks" | "nodes", readonly { id: string }[]>>(
        "GET",
        "/objects",
      );
      return [...all.projects, ...all.networks, ...all.nodes].some((object) => object.id === id);
    },
    writes: async () => (await sandbox.requests()).filter((request) => !request.startsWith("GET ")),
  };
}

/** Inputs as the engine passes them to an operation. */
export function inputsFor(type: keyof typeof check, args: Properties, olds: Properties = {}): Properties {
  const { inputs, failures } = check[type]({ ...args, __owner: "acme/urn", __provider: "text" }, olds);
  if (failures.length > 0) {
    throw new Error(failures.map(({ property, reason }) => `${property}: ${reason}`).join("\n"));
  }
  return inputs;
}

/** The partial failure thrown by a create or update that left something behind. */
export async function partialFailureOf(promise: Promise<unknown>): Promise<PartialFailure> {
  try {
    await promise;
  } catch (error) {
    if (error instanceof Error && error.name === "PartialFailure") {
      return error as PartialFailure;
    }
    throw error;
  }
  throw new Error("It did not fail.");
}
