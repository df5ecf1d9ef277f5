import { resolve } from "node:path";
import { expect } from "chai";
import { evaluate } from "../support/pipeline/conditions";
import { githubActions } from "../support/pipeline/github";
import { parseWorkflow } from "../support/pipeline/github-schema";
import { gitlabCi } from "../support/pipeline/gitlab";
import { parseGitlabFile } from "../support/pipeline/gitlab-schema";
import { inOrder, type Job, type RepositoryEvent } from "../support/pipeline/job";

const root = resolve(__dirname, "../../examples/pipeline");
const secrets = { BLOCKCHAIN_NODES_API_KEY: "key", PULUMI_BACKEND_URL: "backend", PULUMI_CONFIG_PASSPHRASE: "pass" };
const settings = { variables: { BLOCKCHAIN_NODES_BASE_URL: "https://api.example.com" }, secrets };
const events = ["opened", "opened-from-fork", "closed", "merged", "night"] as const;

/** Environments of the scripts of a job. */
const environmentsOf = ({ steps }: Job) => steps.flatMap((step) => (step.kind === "script" ? [step.env] : []));

for (const ci of [githubActions(root), gitlabCi(root)]) {
  describe(`examples/pipeline on ${ci.name}, without running it`, () => {
    const jobsOf = (event: RepositoryEvent) => ci.jobsFor(event, settings);
    const facts = (event: RepositoryEvent) =>
      jobsOf(event).map(({ environment = "-", lock = "-", isInterruptible }) =>
        [environment, lock, ...(isInterruptible ? ["interruptible"] : [])].join(" "),
      );

    it("jobs: one lock for each stack, whatever runs on it; only a preview may be stopped in the middle", () => {
      const stack = ci.reviewStack;
      const [review] = jobsOf("closed").map(({ environment }) => environment);
      const prefix = ci.name === "GitHub Actions" ? "stack-" : "";
      const preview = ci.name === "GitHub Actions" ? `- preview-${ci.pullRequest} interruptible` : "- - interruptible";
      expect(review).to.match(/^review/);
      expect(facts("opened-from-fork")).to.deep.equal([preview]);
      expect(facts("opened")).to.deep.equal([preview, `${review} ${prefix}${stack}`]);
      expect(facts("closed")).to.deep.equal([`${review} ${prefix}${stack}`]);
      expect(facts("merged")).to.deep.equal([`production ${prefix}production`, "- -"]);
      expect(facts("night")).to.deep.equal([`production ${prefix}production`]);
    });

    it("secrets: only in jobs of an environment, and each job names its stack and the salt of its owner", () => {
      for (const job of events.flatMap(jobsOf)) {
        for (const env of environmentsOf(job)) {
          const hasSecret = Object.values(env).some((value) => Object.values(secrets).includes(value));
          expect(hasSecret && job.environment === undefined, job.name).to.equal(false);
          if (job.environment !== undefined) {
            expect(env.STACK, job.name).to.equal(job.lock?.replace("stack-", ""));
            expect(env.BLOCKCHAIN_NODES_OWNER_SALT, job.name).to.equal("4711");
          }
        }
      }
    });

    it("previews: offline, with a passphrase of their own", () => {
      const [preview] = jobsOf("opened-from-fork");
      for (const env of preview === undefined ? [{}] : environmentsOf(preview)) {
        expect(env).to.include({ BLOCKCHAIN_NODES_OFFLINE: "true", PULUMI_CONFIG_PASSPHRASE: "" });
        expect(env).not.to.have.any.keys("BLOCKCHAIN_NODES_API_KEY", "PULUMI_BACKEND_URL");
      }
    });
  });
}

describe("evaluation of pipelines", () => {
  const dialect = {
    token: /^(?:"[^"]*"|==|!=|&&|\|\||\w+)/,
    resolve: (name: string) => {
      if (name !== "yes" && name !== "no") {
        throw new Error(`unknown ${name}`);
      }
      return name === "yes";
    },
  };

  const results = [
    ['"a" == "a"', true],
    ['"a" != "a"', false],
    ['"" || "b"', "b"],
    ['"a" || "b"', "a"],
    ['no && yes || "c"', "c"],
    ['"c" || no && no', "c"],
    ['yes && "a" == "b"', false],
  ] as const;
  for (const [text, expected] of results) {
    it(`evaluate › ${text}: ${expected}`, () => {
      expect(evaluate(text, dialect)).to.equal(expected);
    });
  }

  it("evaluate › anything else: an error", () => {
    for (const text of ["", "yes no", "yes ==", "== yes", "maybe", "!yes", "f(yes)", "yes && maybe", "yes || maybe"]) {
      expect(() => evaluate(text, dialect), text).to.throw(/cannot evaluate|unknown maybe/);
    }
  });

  it("inOrder › needs: before; a job that is not started, or a circle: an error", () => {
    const job = (name: string, ...needs: readonly string[]): Job => ({
      name,
      needs,
      lock: undefined,
      isInterruptible: false,
      environment: undefined,
      steps: [],
    });
    expect(inOrder([job("b", "a"), job("a"), job("c", "b")]).map(({ name }) => name)).to.deep.equal(["a", "b", "c"]);
    expect(() => inOrder([job("b", "a")])).to.throw("job b needs a, which this event does not start");
    expect(() => inOrder([job("b", "a"), job("a", "b")])).to.throw("jobs need each other: b → a → b");
  });

  it("workflow › an unknown key, more permissions, an unknown action: errors", () => {
    const job = { "runs-on": "ubuntu-latest", "timeout-minutes": 10, steps: [{ name: "a", run: "true" }] };
    const workflow = {
      name: "a",
      on: { push: { branches: ["main"] } },
      permissions: { contents: "read" },
      jobs: { job },
    };
    expect(parseWorkflow(workflow).name).to.equal("a");
    const others = [
      { ...workflow, env: {} },
      { ...workflow, permissions: { contents: "write" } },
      { ...workflow, permissions: undefined },
      { ...workflow, jobs: { job: { ...job, "continue-on-error": true } } },
      { ...workflow, jobs: { job: { ...job, steps: [{ uses: "someone/else@v1", with: {} }] } } },
    ];
    for (const other of others) {
      expect(() => parseWorkflow(other)).to.throw();
    }
  });

  it("GitLab file › an unknown key or template: errors", () => {
    const job = { stage: "a", timeout: "5 minutes", rules: [{ if: "$A" }], script: ["true"] };
    const file = {
      stages: ["a"],
      default: { image: "pulumi/pulumi-nodejs-22:3.248.0", before_script: [] },
      variables: {},
      job,
    };
    expect([...parseGitlabFile(file).jobs.keys()]).to.deep.equal(["job"]);
    for (const other of [
      { ...job, retry: 2 },
      { ...job, extends: ".none" },
    ]) {
      expect(() => parseGitlabFile({ ...file, job: other })).to.throw();
    }
  });
});
