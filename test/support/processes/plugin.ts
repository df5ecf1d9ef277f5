import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { ResourceProviderClient } from "@pulumi/pulumi/proto/provider_grpc_pb";
import {
  CheckRequest,
  type CheckResponse,
  ConfigureRequest,
  CreateRequest,
  type CreateResponse,
  DeleteRequest,
  DiffRequest,
  DiffResponse,
  ReadRequest,
  type ReadResponse,
  UpdateRequest,
  type UpdateResponse,
} from "@pulumi/pulumi/proto/provider_pb";
import { type LogEngine, startLogEngine } from "./log-engine";
import { type Bag, CallError, fromWire, type GrpcFailure, grpc, toWire } from "./wire";

/** How a provider process starts. */
export interface PluginOptions {
  /** Configuration of the stack or of an explicit provider, by full key: `blockchain-nodes:apiKey`. */
  readonly config?: Readonly<Record<string, string | null>>;
  /** Environment variables of the provider; it inherits nothing from the developer's environment. */
  readonly env?: Readonly<Record<string, string>>;
  /** Folder of the program. @default the quickstart, where the package resolves as for a user */
  readonly cwd?: string;
  /** `host:port` of the engine. @default one in this process, which collects the log */
  readonly engineAddress?: string;
}

/** How a process ended. */
export interface Ending {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** The SDK's real provider process, driven like the engine does. Every failed call rejects with {@link CallError}. */
export interface Plugin {
  /** Messages sent to the engine's log. */
  readonly engine: LogEngine;
  check(olds: Bag, news: Bag): Promise<CheckAnswer>;
  diff(id: string, olds: Bag, news: Bag): Promise<DiffAnswer>;
  create(inputs: Bag): Promise<{ readonly id: string; readonly properties: Bag }>;
  read(id: string, properties: Bag): Promise<ReadAnswer>;
  update(id: string, olds: Bag, news: Bag): Promise<{ readonly properties: Bag }>;
  delete(id: string, properties: Bag): Promise<void>;
  /** Everything written to stdout and stderr. */
  output(): string;
  /** Sends a signal. */
  signal(name: NodeJS.Signals): void;
  /** Resolves when the process has ended. */
  readonly ended: Promise<Ending>;
  /** Ends the process and the engine. */
  stop(): Promise<void>;
}

/** Result of `check`. */
interface CheckAnswer {
  readonly inputs: Bag;
  readonly failures: readonly { readonly property: string; readonly reason: string }[];
}

/** Result of `diff`. */
interface DiffAnswer {
  readonly changes: "none" | "some" | "unknown";
  readonly replaces: readonly string[];
  readonly deleteBeforeReplace: boolean;
}

/** Result of `read`; the id is empty when the object no longer exists. */
interface ReadAnswer {
  readonly id: string;
  readonly properties: Bag;
  /** Undefined when the provider returned none. */
  readonly inputs: Bag | undefined;
}

const repositoryRoot = join(__dirname, "../../..");
const program = require.resolve("@pulumi/pulumi/cmd/dynamic-provider");

/** Longer than any call of these tests takes: a call without a response fails the test. */
const callDeadlineMs = 30_000;

const changes = {
  [DiffResponse.DiffChanges.DIFF_NONE]: "none",
  [DiffResponse.DiffChanges.DIFF_SOME]: "some",
  [DiffResponse.DiffChanges.DIFF_UNKNOWN]: "unknown",
} as const;

const running = new Set<ChildProcess>();
process.on("exit", () => {
  for (const child of running) {
    child.kill("SIGKILL");
  }
});

/** Starts a provider process and configures it. Stop it in an `after` hook. */
export async function startPlugin({ config = {}, env = {}, cwd, engineAddress }: PluginOptions = {}): Promise<Plugin> {
  const engine = await startLogEngine();
  const child = spawn(process.execPath, [program, engineAddress ?? engine.address], {
    cwd: cwd ?? join(repositoryRoot, "examples/quickstart"),
    env: { ...neutralEnvironment(), ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  running.add(child);
  let output = "";
  const port = new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk.toString("utf8");
      const [, found] = /^(\d+)\n/.exec(output) ?? [];
      if (found !== undefined) {
        resolve(found);
      }
    };
    child.stdout.on("data", read);
    child.stderr.on("data", read);
    child.once("error", reject);
    child.once("close", () => reject(new Error(`The provider process ended before it was ready:\n${output}`)));
  });
  const ended = new Promise<Ending>((resolve) => {
    child.once("close", (code, signal) => {
      running.delete(child);
      resolve({ code, signal });
    });
  });
  const client = new ResourceProviderClient(`127.0.0.1:${await port}`, grpc.credentials.createInsecure());
  await call((...rest) => client.configure(new ConfigureRequest().setArgs(toWire(config)), ...rest));
  return {
    engine,
    ...calls(client),
    output: () => output,
    signal: (name) => void child.kill(name),
    ended,
    stop: async () => {
      client.close();
      child.kill("SIGKILL");
      await ended;
      engine.close();
    },
  };
}

/** The environment without variables that would change a provider process. */
function neutralEnvironment(): NodeJS.ProcessEnv {
  const foreign = /^(BLOCKCHAIN_NODES_|PULUMI_|NODE_OPTIONS$|NODE_PATH$)/;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !foreign.test(name)));
}

type Rest<T> = [
  metadata: InstanceType<typeof grpc.Metadata>,
  options: { readonly deadline: number },
  done: (error: GrpcFailure | null, answer: T) => void,
];

function call<T>(send: (...rest: Rest<T>) => void): Promise<T> {
  return new Promise((resolve, reject) => {
    send(new grpc.Metadata(), { deadline: Date.now() + callDeadlineMs }, (error, answer) =>
      error === null ? resolve(answer) : reject(new CallError(error)),
    );
  });
}

function calls(
  client: ResourceProviderClient,
): Pick<Plugin, "check" | "create" | "delete" | "diff" | "read" | "update"> {
  return {
    check: async (olds, news) => {
      const request = new CheckRequest().setOlds(toWire(olds)).setNews(toWire(news));
      const answer = await call<CheckResponse>((...rest) => client.check(request, ...rest));
      const failures = answer.getFailuresList().map((it) => ({ property: it.getProperty(), reason: it.getReason() }));
      return { inputs: fromWire(answer.getInputs()), failures };
    },
    diff: async (id, olds, news) => {
      const request = new DiffRequest().setId(id).setOlds(toWire(olds)).setNews(toWire(news));
      const answer = await call<DiffResponse>((...rest) => client.diff(request, ...rest));
      return {
        changes: changes[answer.getChanges()],
        replaces: answer.getReplacesList(),
        deleteBeforeReplace: answer.getDeletebeforereplace(),
      };
    },
    create: async (inputs) => {
      const request = new CreateRequest().setProperties(toWire(inputs));
      const answer = await call<CreateResponse>((...rest) => client.create(request, ...rest));
      return { id: answer.getId(), properties: fromWire(answer.getProperties()) };
    },
    read: async (id, properties) => {
      const request = new ReadRequest().setId(id).setProperties(toWire(properties));
      const answer = await call<ReadResponse>((...rest) => client.read(request, ...rest));
      const inputs = answer.getInputs();
      return {
        id: answer.getId(),
        properties: fromWire(answer.getProperties()),
        inputs: inputs === undefined ? undefined : fromWire(inputs),
      };
    },
    update: async (id, olds, news) => {
      const request = new UpdateRequest().setId(id).setOlds(toWire(olds)).setNews(toWire(news));
      const answer = await call<UpdateResponse>((...rest) => client.update(request, ...rest));
      return { properties: fromWire(answer.getProperties()) };
    },
    delete: async (id, properties) => {
      const request = new DeleteRequest().setId(id).setProperties(toWire(properties));
      await call((...rest) => client.delete(request, ...rest));
    },
  };
}
