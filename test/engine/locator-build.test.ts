import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "chai";
import { engineFiles } from "../../scripts/engine/files";
import { buildOf, deadPid } from "../support/engine/fake-tools";
import { key, type LocatorMachine, locatorMachine, versions } from "../support/engine/locator-scene";

describe("locateEngine", () => {
  let machine: LocatorMachine;
  beforeEach(() => {
    machine = locatorMachine();
  });
  afterEach(() => machine.dispose());

  describe("build", () => {
    it("result: both programs and the launcher", async () => {
      machine.go();
      expect(await machine.locate()).to.deep.equal({
        folder: machine.entry,
        version: versions.command,
        source: "build",
      });
      expect(machine.goCalls()).to.deep.equal(["version", "list", "list", "build", "build"]);
      expect(readdirSync(machine.entry)).to.have.members([...engineFiles]);
      expect(readFileSync(join(machine.entry, "pulumi-resource-pulumi-nodejs"), "utf8")).to.include("dynamic-provider");
      expect(statSync(join(machine.entry, "pulumi-resource-pulumi-nodejs")).mode & 0o777).to.equal(0o755);
      expect(machine.cached()).to.deep.equal([key]);
    });

    it("progress: each phase and its expected duration", async () => {
      machine.go();
      await machine.locate();
      const phases = [
        "with the official installer",
        "the official installer failed",
        "about four minutes, once",
        "resolving modules",
        "compiling the command",
        "language host",
        "built in",
      ];
      expect(machine.lines).to.have.length(phases.length);
      for (const [index, phase] of phases.entries()) {
        expect(machine.lines[index]).to.include(phase);
      }
    });

    it("long phase: elapsed time", async () => {
      machine.go({ build: `sleep 0.4; ${buildOf(versions.command)}` });
      await machine.locate(100);
      expect(machine.lines.filter((line) => /^still compiling the command \(\d+ s\)$/.test(line))).not.to.deep.equal(
        [],
      );
    });

    it("Go environment: committed go.sum only, this platform, no workspace", async () => {
      const seen = join(machine.folder, "seen");
      machine.go({
        build: `echo "$GOFLAGS|$CGO_ENABLED|$GOWORK|$GOOS|$(basename "$PWD")" >> '${seen}'; ${buildOf(versions.command)}`,
      });
      Object.assign(machine.env, { GOFLAGS: "-mod=mod", GOOS: "plan9", GOWORK: "/some/go.work" });
      await machine.locate();
      expect(readFileSync(seen, "utf8").trim().split("\n")).to.deep.equal([
        "-mod=readonly -buildvcs=false|0|off||cli",
        "-mod=readonly -buildvcs=false|0|off||nodejs-host",
      ]);
    });

    it("folders of other builds: removed if dead, kept if alive", async () => {
      const dead = machine.writeOwned(`${key}.tmp-1-x`, deadPid());
      const live = machine.writeOwned("cli-1.2.3.tmp-2-y", process.pid);
      machine.go();
      await machine.locate();
      expect(existsSync(dead)).to.equal(false);
      expect(existsSync(live)).to.equal(true);
    });

    it("lock of a dead process: removed", async () => {
      mkdirSync(machine.cache, { recursive: true });
      writeFileSync(`${machine.entry}.lock`, `${deadPid()} ${hostname()} token\n`);
      machine.go();
      expect((await machine.locate()).source).to.equal("build");
      expect(machine.cached()).to.deep.equal([key]);
      expect(machine.lines.join()).not.to.include("waiting");
    });

    it("lock of a live process: waits, and uses its build", async () => {
      mkdirSync(machine.cache, { recursive: true });
      writeFileSync(`${machine.entry}.lock`, `${process.pid} ${hostname()} token\n`);
      machine.go();
      const located = machine.locate();
      while (machine.lines.length === 0) {
        await sleep(10);
      }
      machine.engine(machine.entry, versions.command);
      expect((await located).folder).to.equal(machine.entry);
      expect(machine.lines).to.deep.equal([`waiting for the build of process ${process.pid} (0 s)`]);
      expect(machine.goCalls()).to.deep.equal([]);
    });

    it("two concurrent processes: one build", async () => {
      machine.go({ build: `sleep 0.5; ${buildOf(versions.command)}` });
      const results = await Promise.all([machine.runMain(), machine.runMain()]);
      expect(results.map(({ stdout }) => stdout)).to.deep.equal([`${machine.entry}\n`, `${machine.entry}\n`]);
      expect(machine.goCalls().filter((call) => call === "build")).to.have.length(2);
      expect(machine.cached()).to.deep.equal([key]);
    });

    it("go fails: no files left, and the error ends with its output", async () => {
      machine.go({ build: 'for n in $(seq 1 50); do echo "line $n" >&2; done; touch "$out"; exit 2' });
      const { message } = await machine.failure();
      expect(message).to.include("the build failed: `go build` exited with code 2");
      expect(message).to.match(/\nline 31\n(.*\n)*line 50$/);
      expect(message).not.to.include("line 30\n");
      expect(machine.cached()).to.deep.equal([]);
    });

    it("command reports another version: not published", async () => {
      machine.go({ build: buildOf("9.9.9") });
      expect((await machine.failure()).message).to.include("the new `pulumi` is not v");
      expect(machine.cached()).to.deep.equal([]);
    });

    for (const signal of ["SIGINT", "SIGTERM"] as const) {
      it(`${signal}: kills the compilers and removes its files`, async () => {
        // The compiler is a child of `go`. It appends to a file while alive, since a pid may outlive its process
        // as a zombie.
        const beats = join(machine.folder, "beats");
        machine.go({ build: `sh -c 'while :; do echo . >> "${beats}"; sleep 0.02; done'; exit 1` });
        const {
          code,
          signal: ended,
          stdout,
        } = await machine.runMain(async (child) => {
          while (!existsSync(beats) && child.exitCode === null) {
            await sleep(20);
          }
          child.kill(signal);
        });
        expect({ code, ended, stdout }).to.deep.equal({ code: null, ended: signal, stdout: "" });
        const written = statSync(beats).size;
        await sleep(200);
        expect(statSync(beats).size).to.equal(written);
        expect(machine.cached()).to.deep.equal([]);
      });
    }
  });
});
