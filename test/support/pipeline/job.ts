/** What happens to the repository. */
export type RepositoryEvent =
  /** A pull request is opened from a branch of the repository. */
  | "opened"
  /** A pull request is opened from a fork. */
  | "opened-from-fork"
  /** The pull request is closed. */
  | "closed"
  /** A commit arrives on the main branch. */
  | "merged"
  /** The time of the schedule. */
  | "night";

/** What the repository's settings on the CI server contain. */
export interface RepositorySettings {
  /** Variables that every job may read. */
  readonly variables: Readonly<Record<string, string>>;
  /** Secrets of the deployment environments; no other job gets them. */
  readonly secrets: Secrets;
}

/** The secrets that a pipeline may use. */
export type Secrets = Readonly<
  Partial<Record<"BLOCKCHAIN_NODES_API_KEY" | "PULUMI_BACKEND_URL" | "PULUMI_CONFIG_PASSPHRASE", string>>
>;

/** Programs that a machine does not have from the start. */
type Tool = "node" | "pulumi";

/** One step of a job, with all expressions evaluated. */
export type Step =
  | { readonly kind: "checkout" }
  | { readonly kind: "install"; readonly tool: Tool }
  | {
      readonly kind: "script";
      readonly name: string;
      readonly text: string;
      /** Arguments of bash before the script's file. */
      readonly bash: readonly string[];
      readonly env: Readonly<Record<string, string>>;
    }
  /** Keeps a file, after a failed step too; a missing file is no failure. */
  | { readonly kind: "keep"; readonly path: string };

/** A job as the CI server hands it to a machine. */
export interface Job {
  readonly name: string;
  /** Jobs that must have succeeded. */
  readonly needs: readonly string[];
  /** Jobs with the same lock never run at the same time. */
  readonly lock: string | undefined;
  /** Whether a newer job with the same lock stops this one. */
  readonly isInterruptible: boolean;
  /** Deployment environment, the source of its secrets. */
  readonly environment: string | undefined;
  readonly steps: readonly Step[];
}

/** A CI service, as the files of a repository configure it. */
export interface CiService {
  readonly name: string;
  /** Number of the pull request in the events. */
  readonly pullRequest: number;
  /** The stack of the pull request. */
  readonly reviewStack: string;
  /**
   * The jobs that an event starts, those that others need first.
   *
   * @throws Error on anything in the files that this cannot evaluate
   */
  readonly jobsFor: (event: RepositoryEvent, settings: RepositorySettings) => readonly Job[];
}

/** Sorts jobs so that each follows those it needs. */
export function inOrder(jobs: readonly Job[]): readonly Job[] {
  const sorted: Job[] = [];
  const add = (job: Job, path: readonly string[]): void => {
    if (sorted.includes(job)) {
      return;
    }
    if (path.includes(job.name)) {
      throw new Error(`jobs need each other: ${[...path, job.name].join(" → ")}`);
    }
    for (const need of job.needs) {
      const needed = jobs.find(({ name }) => name === need);
      if (needed === undefined) {
        throw new Error(`job ${job.name} needs ${need}, which this event does not start`);
      }
      add(needed, [...path, job.name]);
    }
    sorted.push(job);
  };
  for (const job of jobs) {
    add(job, []);
  }
  return sorted;
}
