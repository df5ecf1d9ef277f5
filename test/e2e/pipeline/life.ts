import { expect } from "chai";
import { claimName } from "../../../provider/lifecycle/claim/claim-name.js";
import { parseOwner } from "../../../provider/lifecycle/owner.js";
import type { CiService } from "../../support/pipeline/job";
import { type JobRun, runJobs } from "../../support/pipeline/machine";
import { clientOf, ethereum } from "../../support/platform/client-on-sandbox";
import { reducedTo, repository, resultsOf, runOf, usePipeline, withEnv } from "./pipeline";

/** Names of the jobs, as a CI service calls them. */
interface JobNames {
  /** Environment of a pull request. */
  readonly review: string;
}

/** The whole life of environments, by the files of the example; each test continues where the one before ended. */
export function describeLife(ci: CiService, { review }: JobNames): void {
  describe(`examples/pipeline on ${ci.name}`, function () {
    this.timeout(300_000);
    const scene = usePipeline(ci);
    const { sandbox } = scene;
    const setMode = async (name: RegExp, mode: string) => {
      const node = (await scene.objects()).find((each) => name.test(each.name));
      await sandbox.admin("POST", `/nodes/${node?.id}/rpc`, { mode });
    };
    const gate = async (
      env: Readonly<Record<string, string>> = {},
      secrets: Parameters<typeof scene.settings>[0] = {},
    ): Promise<JobRun> => {
      const job = ci.jobsFor("merged", scene.settings(secrets)).find(({ name }) => name === "production");
      if (job === undefined) {
        throw new Error("a merge starts no job of production");
      }
      const runs = await runJobs([withEnv(reducedTo(job, /blockchain-nodes health/), env)], repository);
      return runs.get(job.name) ?? expect.fail("the gate did not run");
    };

    it("pull request of a fork › preview only: no secret in its environment, no request, no stack", async () => {
      const runs = await scene.on("opened-from-fork");
      const { log, environments } = runOf(runs, "preview");
      expect(resultsOf(runs)).to.deep.equal({ preview: "success" });
      expect(log).to.include("+ 4 to create");
      const values = environments.flatMap((env) => Object.values(env)).join("\n");
      expect(values).to.include(sandbox.baseUrl);
      for (const secret of Object.values(scene.secrets())) {
        expect(values).not.to.include(secret);
      }
      expect(await sandbox.admin("GET", "/requests?kind=all")).to.deep.equal([]);
      expect(scene.stacks()).to.deep.equal([]);
    });

    it("pull request of the repository › healthy: an environment of its own, behind the preview and the gate", async () => {
      const runs = await scene.on("opened");
      const { kept, exitCode } = runOf(runs, review);
      expect(resultsOf(runs)).to.deep.equal({ preview: "success", [review]: "success" });
      expect([...runs.keys()]).to.deep.equal(["preview", review]);
      expect(exitCode).to.equal(0);
      expect(kept["health.xml"])
        .to.match(/<testcase /)
        .and.not.match(/<(?:failure|error)/);
      expect(scene.stacks()).to.deep.equal([ci.reviewStack]);
      expect(await scene.objects()).to.have.length(3);
    });

    it("pull request closed: destroyed, what a killed run left swept, the stack gone; nothing remains", async () => {
      const salt = "4711";
      const urn = `urn:pulumi:${ci.reviewStack}::pipeline::pulumi-nodejs:dynamic/blockchain-nodes:Node::ethereum`;
      const client = clientOf(sandbox.baseUrl, sandbox.apiKey);
      const project = (await client.call("createProject", { body: { name: "another-team" } })).id;
      const name = claimName(parseOwner(`organization/${urn}`, salt));
      const left = await client.call("createNodeV2", { body: { name, project, ...ethereum } });
      const runs = await scene.on("closed");
      const { log } = runOf(runs, "teardown");
      expect(resultsOf(runs)).to.deep.equal({ teardown: "success" });
      expect(log).to.include(left.id);
      expect(await scene.objects()).to.deep.equal([{ id: project, name: "another-team" }]);
      await sandbox.admin("DELETE", `/objects/${project}`);
      expect(scene.stacks()).to.deep.equal([]);
    });

    it("closed without an environment: nothing to do", async () => {
      runOf(await scene.on("closed"), "teardown");
      expect(scene.stacks()).to.deep.equal([]);
    });

    it("merge › healthy: production updated, then released", async () => {
      const runs = await scene.on("merged");
      expect(runOf(runs, "production").exitCode).to.equal(0);
      expect([...runs.keys()]).to.deep.equal(["production", "release"]);
      expect(runOf(runs, "release").log).to.include("healthy");
      expect(scene.stacks()).to.deep.equal(["production"]);
    });

    it("night › nothing changed outside: passes", async () => {
      const { kept } = runOf(await scene.on("night"), "drift");
      expect(kept["drift.txt"]).to.include("4 unchanged");
    });

    it("night › a node renamed outside: fails, the report shows it, and nothing is changed", async () => {
      const node = (await scene.objects()).find(({ name }) => name.startsWith("ethereum"));
      await sandbox.admin("PATCH", `/objects/${node?.id}`, { name: "renamed-by-hand" });
      await sandbox.forget();
      const { kept } = runOf(await scene.on("night"), "drift", "failure");
      expect(kept["drift.txt"]).to.include("renamed-by-hand");
      expect((await sandbox.log()).filter(({ method }) => method !== "GET")).to.deep.equal([]);
      await sandbox.admin("PATCH", `/objects/${node?.id}`, { name: node?.name });
      runOf(await scene.on("night"), "drift");
    });

    it("merge › a stale node: stopped at the gate with 1, the report kept, nothing released", async () => {
      await setMode(/^ethereum/, "stale");
      const runs = await scene.on("merged");
      const { exitCode, kept } = runOf(runs, "production", "failure");
      expect(exitCode).to.equal(1);
      expect(resultsOf(runs)).to.deep.equal({ production: "failure", release: "skipped" });
      expect(kept["health.xml"]).to.match(/<failure/);
      expect(runs.get("release")?.scripts).to.deep.equal([]);
      await setMode(/^ethereum/, "normal");
    });

    for (const mode of ["silent", "refusing"]) {
      it(`gate › a ${mode} node: 3, since nothing is known about it`, async () => {
        await setMode(/^ethereum/, mode);
        const { exitCode, log } = await gate({ HEALTH_TIMEOUT: "5s" });
        expect(exitCode, log).to.equal(3);
        await setMode(/^ethereum/, "normal");
      });
    }

    const mistakes = [
      ["a stack that does not exist", { STACK: "nope" }, {}, "nope"],
      ["no passphrase", {}, { PULUMI_CONFIG_PASSPHRASE: undefined }, "passphrase"],
      ["a wrong passphrase", {}, { PULUMI_CONFIG_PASSPHRASE: "wrong" }, "passphrase"],
    ] as const;
    for (const [what, env, secrets, said] of mistakes) {
      it(`gate › ${what}: 2, and says so`, async () => {
        const { exitCode, log } = await gate(env, secrets);
        expect(exitCode, log).to.equal(2);
        expect(log).to.include(said);
      });
    }

    it("gate › nodes are fine again: 0, and nothing printed or kept is a secret", async () => {
      const { exitCode, kept, log } = await gate();
      expect(exitCode, log).to.equal(0);
      const { BLOCKCHAIN_NODES_API_KEY, PULUMI_CONFIG_PASSPHRASE } = scene.secrets();
      for (const secret of [BLOCKCHAIN_NODES_API_KEY, PULUMI_CONFIG_PASSPHRASE, "/rpc/"]) {
        expect(`${log}${kept["health.xml"]}`).not.to.include(secret);
      }
    });
  });
}
