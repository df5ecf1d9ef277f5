import { z } from "zod";
import type { Step } from "./job";

/** Whatever is not listed here is an error: no part of a workflow is ignored. */
const env = z.record(z.string(), z.string());
const run = z.strictObject({ name: z.string(), run: z.string(), env: env.optional() });

const actions = {
  "actions/checkout@v6": z
    .strictObject({ "persist-credentials": z.literal(false) })
    .transform((): Step => ({ kind: "checkout" })),
  "actions/setup-node@v6": z
    .strictObject({ "node-version": z.literal(22) })
    .transform((): Step => ({ kind: "install", tool: "node" })),
  // Without a command it installs the CLI only.
  "pulumi/actions@v6": z
    .strictObject({ "pulumi-version": z.literal("3.248.0") })
    .transform((): Step => ({ kind: "install", tool: "pulumi" })),
  "actions/upload-artifact@v7": z
    .strictObject({ name: z.string(), path: z.string(), "if-no-files-found": z.literal("ignore") })
    .transform(({ path }): Step => ({ kind: "keep", path })),
};
const action = z.strictObject({
  name: z.string().optional(),
  // Only what keeps a file runs after a failure.
  if: z.literal("always()").optional(),
  uses: z.enum(Object.keys(actions) as [keyof typeof actions]),
  with: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
});

const common = { needs: z.string().optional(), if: z.string().optional() };
const machineJob = z.strictObject({
  ...common,
  "runs-on": z.literal("ubuntu-latest"),
  "timeout-minutes": z.int().min(5).max(60),
  environment: z.string().optional(),
  concurrency: z
    .union([
      z.strictObject({ group: z.string(), queue: z.literal("max") }),
      z.strictObject({ group: z.string(), "cancel-in-progress": z.literal(true) }),
    ])
    .optional(),
  env: env.optional(),
  steps: z.array(z.union([run, action])),
});
const call = z.strictObject({
  ...common,
  uses: z.string().regex(/^\.\/\.github\/workflows\/[a-z-]+\.yml$/),
  with: z.record(z.string(), z.string()),
  secrets: z.literal("inherit").optional(),
});

const input = z.strictObject({ description: z.string(), type: z.literal("string"), required: z.literal(true) });
const workflow = z.strictObject({
  name: z.string(),
  on: z.strictObject({
    pull_request: z
      .strictObject({ types: z.array(z.enum(["opened", "synchronize", "reopened", "closed"])) })
      .optional(),
    push: z.strictObject({ branches: z.array(z.string()) }).optional(),
    schedule: z.array(z.strictObject({ cron: z.string() })).optional(),
    workflow_dispatch: z.null().optional(),
    workflow_call: z.strictObject({ inputs: z.record(z.string(), input) }).optional(),
  }),
  permissions: z.strictObject({ contents: z.literal("read") }),
  defaults: z.strictObject({ run: z.strictObject({ shell: z.literal("bash") }) }).optional(),
  jobs: z.record(z.string(), z.union([machineJob, call])),
});

export type Workflow = z.output<typeof workflow>;
export type MachineJob = z.output<typeof machineJob>;

/** @throws ZodError on anything that the tests do not know */
export function parseWorkflow(value: unknown): Workflow {
  return workflow.parse(value);
}

/** The step of a known action. */
export function stepOf({ uses, with: given, if: condition }: z.output<typeof action>): Step {
  const step = actions[uses].parse(given);
  if ((condition !== undefined) !== (step.kind === "keep")) {
    throw new Error(`${uses}: "if: always()" belongs to what keeps a file, and only to that`);
  }
  return step;
}
