import { mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { expect } from "chai";
import { useEngine } from "../../support/engine/home";
import type { CiService, Job, RepositoryEvent, RepositorySettings, Secrets, Step } from "../../support/pipeline/job";
import { type JobRun, runJobs } from "../../support/pipeline/machine";
import { type TestSandbox, useSandbox } from "../../support/sandbox";

/** The repository of the example. */
export const repository = resolve(__dirname, "../../../examples/pipeline");

/** A repository on a CI service, with a platform and a state backend. */
export interface PipelineScene {
  readonly sandbox: TestSandbox;
  /** Secrets of the repository's environments. */
  readonly secrets: () => Required<Secrets>;
  /** Settings of the repository; `changes` replaces secrets, undefined removes one. */
  readonly settings: (changes?: { readonly [Name in keyof Secrets]?: string | undefined }) => RepositorySettings;
  /** Runs everything that an event starts. */
  readonly on: (event: RepositoryEvent) => Promise<ReadonlyMap<string, JobRun>>;
  /** Names of the stacks in the backend. */
  readonly stacks: () => readonly string[];
  /** Names of all projects and nodes of the platform, with the node's id. */
  readonly objects: () => Promise<readonly { readonly id: string; readonly name: string }[]>;
}

/** Starts a platform and an empty backend for the suite that calls this. */
export function usePipeline(ci: CiService): PipelineScene {
  useEngine();
  const sandbox = useSandbox();
  let backend = "";
  before(() => {
    backend = mkdtempSync(join(tmpdir(), "blockchain-nodes-backend-"));
  });
  after(() => rmSync(backend, { recursive: true, force: true }));

  const secrets = () => ({
    BLOCKCHAIN_NODES_API_KEY: sandbox.apiKey,
    PULUMI_BACKEND_URL: `file://${backend}`,
    PULUMI_CONFIG_PASSPHRASE: "correct horse battery staple",
  });
  const settings: PipelineScene["settings"] = (changes = {}) => ({
    variables: { BLOCKCHAIN_NODES_BASE_URL: sandbox.baseUrl },
    secrets: Object.fromEntries(
      Object.entries({ ...secrets(), ...changes }).filter(([, value]) => value !== undefined),
    ) as Secrets,
  });
  return {
    sandbox,
    secrets,
    settings,
    on: (event) => runJobs(ci.jobsFor(event, settings()), repository),
    stacks: () => {
      const folder = join(backend, ".pulumi/stacks/pipeline");
      mkdirSync(folder, { recursive: true });
      return readdirSync(folder)
        .filter((file) => file.endsWith(".json"))
        .map((file) => file.slice(0, -".json".length));
    },
    objects: async () => {
      const all = await sandbox.admin<Record<"nodes" | "projects", readonly { id: string; name: string }[]>>(
        "GET",
        "/objects",
      );
      return [...all.projects, ...all.nodes].map(({ id, name }) => ({ id, name }));
    },
  };
}

/** Results by job. */
export function resultsOf(runs: ReadonlyMap<string, JobRun>): Readonly<Record<string, JobRun["result"]>> {
  return Object.fromEntries([...runs].map(([name, { result }]) => [name, result]));
}

/** The run of a job, with its log as the reason when it did not end as expected. */
export function runOf(runs: ReadonlyMap<string, JobRun>, job: string, result: JobRun["result"] = "success"): JobRun {
  const run = runs.get(job);
  expect(run?.result, `${job}\n${run?.log}`).to.equal(result);
  return run as JobRun;
}

/** The job with only those lines of its scripts that install packages or match. */
export function reducedTo(job: Job, line: RegExp): Job {
  const steps = job.steps.flatMap((step): readonly Step[] => {
    if (step.kind !== "script") {
      return [step];
    }
    const text = step.text
      .split("\n")
      .filter((each) => each === "npm ci" || line.test(each))
      .join("\n");
    return text === "" ? [] : [{ ...step, text }];
  });
  expect(steps.some((step) => step.kind === "script" && line.test(step.text))).to.equal(true);
  return { ...job, needs: [], steps };
}

/** The job with other variables in the environment of its scripts. */
export function withEnv(job: Job, env: Readonly<Record<string, string>>): Job {
  return {
    ...job,
    steps: job.steps.map((step) => (step.kind === "script" ? { ...step, env: { ...step.env, ...env } } : step)),
  };
}
