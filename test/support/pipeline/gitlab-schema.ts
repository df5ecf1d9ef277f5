import { z } from "zod";

const variables = z.record(z.string(), z.string());
const lines = z.array(z.string());

/** Whatever is not listed here is an error: no part of the file is ignored. */
const job = z.strictObject({
  stage: z.string(),
  timeout: z.string().regex(/^\d+ minutes$/),
  interruptible: z.literal(true).optional(),
  needs: lines.optional(),
  rules: z.array(
    z.strictObject({ if: z.string(), when: z.literal("manual").optional(), allow_failure: z.literal(true).optional() }),
  ),
  variables: variables.default({}),
  resource_group: z.string().optional(),
  environment: z
    .strictObject({ name: z.string(), on_stop: z.string().optional(), action: z.enum(["access", "stop"]).optional() })
    .optional(),
  before_script: lines.optional(),
  script: lines,
  artifacts: z
    .strictObject({
      when: z.literal("always"),
      paths: lines,
      reports: z.strictObject({ junit: z.string() }).optional(),
    })
    .optional(),
});

const file = z
  .strictObject({
    stages: lines,
    // The image has Node.js and the CLI.
    default: z.strictObject({ image: z.literal("pulumi/pulumi-nodejs-22:3.248.0"), before_script: lines }),
    variables,
  })
  .catchall(z.record(z.string(), z.unknown()));

export type GitlabJob = z.output<typeof job>;

/** A parsed file; its jobs by name, without templates. */
export interface GitlabFile {
  readonly stages: readonly string[];
  readonly beforeScript: readonly string[];
  readonly variables: Readonly<Record<string, string>>;
  readonly jobs: ReadonlyMap<string, GitlabJob>;
}

/** @throws ZodError on anything that the tests do not know */
export function parseGitlabFile(value: unknown): GitlabFile {
  const { stages, default: defaults, variables: global, ...sections } = file.parse(value);
  const jobs = Object.entries(sections)
    .filter(([name]) => !name.startsWith("."))
    .map(([name, section]) => [name, job.parse(extended(section, sections))] as const);
  return { stages, beforeScript: defaults.before_script, variables: global, jobs: new Map(jobs) };
}

type Section = Readonly<Record<string, unknown>>;

function extended({ extends: template, ...own }: Section, sections: Readonly<Record<string, Section>>): Section {
  if (template === undefined) {
    return own;
  }
  const base = sections[String(template)];
  if (base === undefined || !String(template).startsWith(".")) {
    throw new Error(`extends: there is no template ${template}`);
  }
  const shared = Object.keys(own).filter((key) => key in base);
  if (shared.length > 0) {
    throw new Error(`extends: ${shared.join(", ")} of ${template} would have to be merged`);
  }
  return { ...extended(base, sections), ...own };
}
