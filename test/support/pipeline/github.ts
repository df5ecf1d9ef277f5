import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { evaluate, isTrue, type Value } from "./conditions";
import { type MachineJob, parseWorkflow, stepOf, type Workflow } from "./github-schema";
import {
  type CiService,
  inOrder,
  type Job,
  type RepositoryEvent,
  type RepositorySettings,
  type Secrets,
  type Step,
} from "./job";

const pullRequest = 12;
const repository = "acme/shop-nodes";

/** Whether an event starts a workflow. */
const starts: Readonly<Record<RepositoryEvent, (on: Workflow["on"]) => boolean>> = {
  opened: ({ pull_request: on }) => on?.types.includes("opened") === true,
  "opened-from-fork": ({ pull_request: on }) => on?.types.includes("opened") === true,
  closed: ({ pull_request: on }) => on?.types.includes("closed") === true,
  merged: ({ push }) => push?.branches.includes("main") === true,
  night: ({ schedule }) => schedule !== undefined,
};

type Contexts = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** What the expressions of a workflow may read. */
interface Scope {
  readonly contexts: Contexts;
  /** Secrets of the deployment environments; undefined in a called workflow that does not inherit them. */
  readonly secrets: Secrets | undefined;
}

const noSecrets = { BLOCKCHAIN_NODES_API_KEY: "", PULUMI_BACKEND_URL: "", PULUMI_CONFIG_PASSPHRASE: "" };

/** Reads the workflows of a repository. */
export function githubActions(root: string): CiService {
  const folder = join(root, ".github/workflows");
  const workflows = new Map(
    readdirSync(folder).map((file) => [file, parseWorkflow(parse(readFileSync(join(folder, file), "utf8")))]),
  );
  return {
    name: "GitHub Actions",
    pullRequest,
    reviewStack: `pr-${pullRequest}`,
    jobsFor: (event, settings) => {
      const scope = { contexts: contextsOf(event, settings), secrets: settings.secrets };
      return [...workflows.values()]
        .filter(({ on }) => starts[event](on))
        .flatMap((workflow) => inOrder(jobsOf(workflow, scope, workflows)));
    },
  };
}

function contextsOf(event: RepositoryEvent, { variables }: RepositorySettings): Contexts {
  const isPullRequest = event !== "merged" && event !== "night";
  return {
    github: {
      repository,
      repository_id: "4711",
      ...(isPullRequest && {
        "event.number": String(pullRequest),
        "event.pull_request.head.repo.full_name": event === "opened-from-fork" ? "mallory/shop-nodes" : repository,
      }),
    },
    vars: { HEALTH_TIMEOUT: "", ...variables },
  };
}

function jobsOf({ defaults, jobs }: Workflow, scope: Scope, workflows: ReadonlyMap<string, Workflow>): readonly Job[] {
  const { contexts } = scope;
  const skipped = new Set<string>();
  return Object.entries(jobs).flatMap(([name, job]): readonly Job[] => {
    const needs = job.needs === undefined ? [] : [job.needs];
    if ((job.if !== undefined && !isTrue(evaluated(job.if, contexts))) || needs.some((need) => skipped.has(need))) {
      skipped.add(name);
      return [];
    }
    if ("steps" in job) {
      return [{ name, needs, ...machineJob(job, scope, defaults !== undefined) }];
    }
    const called = workflows.get(job.uses.slice("./.github/workflows/".length));
    const inputs = Object.fromEntries(Object.entries(job.with).map(([key, text]) => [key, filled(text, contexts)]));
    const expected = Object.keys(called?.on.workflow_call?.inputs ?? {});
    if (called === undefined || expected.sort().join() !== Object.keys(inputs).sort().join()) {
      throw new Error(`job ${name}: ${job.uses} is missing, or takes other inputs: ${expected.join(", ")}`);
    }
    const secrets = job.secrets === "inherit" ? scope.secrets : undefined;
    const [only, ...more] = jobsOf(called, { contexts: { ...contexts, inputs }, secrets }, workflows);
    if (only === undefined || more.length > 0) {
      throw new Error(`job ${name}: a called workflow with one job is expected`);
    }
    return [{ ...only, name, needs }];
  });
}

function machineJob(
  { concurrency, environment, env = {}, steps }: MachineJob,
  { contexts, secrets }: Scope,
  isBashNamed: boolean,
): Omit<Job, "name" | "needs"> {
  const fill = (record: Readonly<Record<string, string>>, within: Contexts) =>
    Object.fromEntries(Object.entries(record).map(([key, text]) => [key, filled(text, within)]));
  const jobEnv = fill(env, contexts);
  const hasSecrets = environment !== undefined && secrets !== undefined;
  const withSecrets = hasSecrets ? { ...contexts, secrets: { ...noSecrets, ...secrets } } : contexts;
  return {
    environment: environment === undefined ? undefined : filled(environment, contexts),
    lock: concurrency === undefined ? undefined : filled(concurrency.group, contexts),
    isInterruptible: concurrency !== undefined && "cancel-in-progress" in concurrency,
    steps: steps.map((step): Step => {
      if ("uses" in step) {
        return stepOf(step);
      }
      if (step.run.includes("${{")) {
        throw new Error(`step ${step.name}: expressions in a script are open to injection; pass them in env`);
      }
      return {
        kind: "script",
        name: step.name,
        text: step.run,
        // As documented for `shell: bash`, and for no shell.
        bash: isBashNamed ? ["--noprofile", "--norc", "-eo", "pipefail"] : ["-e"],
        env: { ...jobEnv, ...fill(step.env ?? {}, withSecrets) },
      };
    }),
  };
}

/** Replaces every `${{ … }}` in a text. */
function filled(text: string, contexts: Contexts): string {
  return text.replace(/\$\{\{(.*?)\}\}/gs, (_, expression: string) => String(evaluated(expression, contexts)));
}

function evaluated(expression: string, contexts: Contexts): Value {
  return evaluate(expression, {
    token: /^(?:'[^']*'|==|!=|&&|\|\||[a-z_]+(?:\.[a-z_]+)+)/i,
    resolve: (path) => {
      const [context = "", ...rest] = path.split(".");
      const value = contexts[context]?.[rest.join(".")];
      if (value === undefined) {
        throw new Error(`\${{ ${path} }} has no value here`);
      }
      return value;
    },
  });
}
