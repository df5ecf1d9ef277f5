import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { evaluate, isTrue } from "./conditions";
import { type GitlabFile, type GitlabJob, parseGitlabFile } from "./gitlab-schema";
import { type CiService, inOrder, type Job, type RepositoryEvent, type RepositorySettings, type Step } from "./job";

const pullRequest = 12;
const project = "4711";

type Variables = Readonly<Record<string, string>>;

/** Predefined variables that the file may use; empty where an event does not set them. */
const predefined: Variables = {
  CI_COMMIT_BRANCH: "",
  CI_DEFAULT_BRANCH: "main",
  CI_MERGE_REQUEST_IID: "",
  CI_MERGE_REQUEST_PROJECT_ID: "",
  CI_MERGE_REQUEST_SOURCE_PROJECT_ID: "",
  CI_PIPELINE_SOURCE: "",
  CI_PROJECT_ID: project,
};

const mergeRequest: Variables = {
  CI_PIPELINE_SOURCE: "merge_request_event",
  CI_MERGE_REQUEST_IID: String(pullRequest),
  CI_MERGE_REQUEST_PROJECT_ID: project,
  CI_MERGE_REQUEST_SOURCE_PROJECT_ID: project,
};

const variablesOf: Readonly<Record<RepositoryEvent, Variables>> = {
  opened: mergeRequest,
  "opened-from-fork": { ...mergeRequest, CI_MERGE_REQUEST_SOURCE_PROJECT_ID: "666" },
  // The stop job of the pipeline that made the environment.
  closed: mergeRequest,
  merged: { CI_PIPELINE_SOURCE: "push", CI_COMMIT_BRANCH: "main" },
  night: { CI_PIPELINE_SOURCE: "schedule", CI_COMMIT_BRANCH: "main" },
};

/** Reads the file `.gitlab-ci.yml` of a repository. */
export function gitlabCi(root: string): CiService {
  const file = parseGitlabFile(parse(readFileSync(join(root, ".gitlab-ci.yml"), "utf8")));
  return {
    name: "GitLab CI/CD",
    pullRequest,
    reviewStack: `mr-${pullRequest}`,
    jobsFor: (event, settings) => {
      const known = { ...predefined, ...variablesOf[event] };
      const started = [...file.jobs].flatMap(([name, job]) => {
        const rule = job.rules.find(({ if: condition }) => isMet(condition, known));
        return rule === undefined ? [] : [{ name, job, isManual: rule.when === "manual" }];
      });
      const stops = started.map(({ job }) => job.environment?.on_stop);
      const chosen = started.filter(
        ({ name, isManual }) => isManual === (event === "closed") && isStop(name) === isManual,
      );
      function isStop(name: string): boolean {
        return stops.includes(name) && file.jobs.get(name)?.environment?.action === "stop";
      }
      return inOrder(
        chosen.map(({ name, job }) => {
          const before = chosen.filter((other) => stageOf(file, other.job) < stageOf(file, job));
          return jobOf(
            file,
            name,
            job,
            before.map((other) => other.name),
            known,
            settings,
          );
        }),
      );
    },
  };
}

function stageOf({ stages }: GitlabFile, { stage }: GitlabJob): number {
  if (!stages.includes(stage)) {
    throw new Error(`there is no stage ${stage}`);
  }
  return stages.indexOf(stage);
}

function jobOf(
  { beforeScript, variables: global }: GitlabFile,
  name: string,
  job: GitlabJob,
  earlier: readonly string[],
  known: Variables,
  { variables, secrets }: RepositorySettings,
): Job {
  const expandAll = (record: Variables) =>
    Object.fromEntries(Object.entries(record).map(([key, text]) => [key, expand(text, known)]));
  const scoped = job.environment === undefined ? {} : secrets;
  const env = { ...known, ...expandAll({ ...global, ...job.variables }), ...variables, ...scoped };
  const text = [...(job.before_script ?? beforeScript), ...job.script].join("\n");
  const kept = job.artifacts?.paths ?? [];
  const junit = job.artifacts?.reports?.junit;
  if (junit !== undefined && !kept.includes(junit)) {
    throw new Error(`job ${name}: the report ${junit} is not kept`);
  }
  return {
    name,
    needs: job.needs ?? earlier,
    lock: job.resource_group === undefined ? undefined : expand(job.resource_group, known),
    isInterruptible: job.interruptible === true,
    environment: job.environment === undefined ? undefined : expand(job.environment.name, known),
    steps: [
      { kind: "checkout" },
      { kind: "install", tool: "node" },
      { kind: "install", tool: "pulumi" },
      { kind: "script", name, text, bash: ["-eo", "pipefail"], env },
      ...kept.map((path): Step => ({ kind: "keep", path })),
    ],
  };
}

function isMet(condition: string, known: Variables): boolean {
  return isTrue(
    evaluate(condition, { token: /^(?:"[^"$]*"|==|!=|&&|\|\||\$\w+)/, resolve: (name) => expand(name, known) }),
  );
}

/** Replaces variables in a value, as the server does before a job starts. */
function expand(text: string, known: Variables): string {
  return text.replace(/\$(\w+)/g, (_, name: string) => {
    const value = known[name];
    if (value === undefined) {
      throw new Error(`the variable ${name} is not known here`);
    }
    return value;
  });
}
