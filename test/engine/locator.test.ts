import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "chai";
import { liveOwner } from "../../scripts/engine/claim";
import { cacheFolder, cacheKey, engineFiles, isComplete } from "../../scripts/engine/files";
import { type Engine, EngineNotFoundError, locateEngine } from "../../scripts/engine/locate";
import { readVersions } from "../../scripts/engine/versions";
import { buildOf, deadPid, type FakeMachine, fakeMachine } from "../support/engine/fake-tools";
import { useEngine } from "../support/engine/home";
import { openStack, type TestStack } from "../support/engine/stack";

const versions = readVersions();
const key = cacheKey(versions);
const paragraph = /^No Pulumi engine: [^\n]+$/;

describe("locateEngine", () => {
  let machine: FakeMachine;
  let lines: string[];
  let entry: string;

  beforeEach(() => {
    machine = fakeMachine(versions.command);
    lines = [];
    entry = join(machine.cache, key);
  });
  afterEach(() => machine.dispose());

  const locate = (progressMs = 15_000): Promise<Engine> =>
    locateEngine({ env: machine.env, log: (line) => lines.push(line), progressMs });

  const failure = async (): Promise<Error> => {
    const result = await locate().catch((error: unknown) => error);
    expect(result).to.be.instanceOf(EngineNotFoundError);
    return result as EngineNotFoundError;
  };

  const cached = (): readonly string[] => (existsSync(machine.cache) ? readdirSync(machine.cache) : []);

  const writeOwned = (name: string, pid: number): string => {
    const folder = join(machine.cache, name);
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "owner"), `${pid} ${hostname()} token\n`);
    return folder;
  };

  describe("PATH", () => {
    it("present: precedes the cache and a build", async () => {
      machine.engine(machine.bin, "3.230.1");
      machine.engine(entry, versions.command);
      machine.go();
      expect(await locate()).to.deep.equal({ folder: machine.bin, version: "3.230.1", source: "path" });
      expect(machine.goCalls()).to.deep.equal([]);
    });

    for (const version of ["3.216.0", "3.259.99"]) {
      it(`${version}, at the edge of the range: accepted`, async () => {
        machine.engine(machine.bin, version);
        expect((await locate()).source).to.equal("path");
        expect(lines).to.deep.equal([]);
      });
    }

    for (const version of ["3.215.9", "3.260.0", "4.230.0", "2.230.0"]) {
      it(`${version}, out of range: skipped, and says why`, async () => {
        machine.engine(machine.bin, version);
        machine.engine(entry, versions.command);
        expect((await locate()).source).to.equal("cache");
        expect(lines).to.deep.equal([
          `skipped ${join(machine.bin, "pulumi")}: version ${version} is not 3.216 to 3.259`,
        ]);
      });
    }

    it("earlier entry skipped: the next valid one", async () => {
      machine.engine(machine.bin, "3.300.0");
      machine.engine(machine.otherBin, "3.248.0");
      expect((await locate()).folder).to.equal(machine.otherBin);
      expect(lines).to.have.length(1);
    });

    it("no language host: skipped", async () => {
      machine.engine(machine.bin, "3.248.0");
      rmSync(join(machine.bin, "pulumi-language-nodejs"));
      machine.engine(entry, versions.command);
      expect((await locate()).source).to.equal("cache");
      expect(lines.join()).to.include("pulumi-language-nodejs neither beside it nor on PATH");
    });

    it("language host elsewhere on PATH: accepted", async () => {
      machine.engine(machine.bin, "3.248.0");
      rmSync(join(machine.bin, "pulumi-language-nodejs"));
      machine.script(machine.otherBin, "pulumi-language-nodejs", ":");
      expect((await locate()).folder).to.equal(machine.bin);
    });

    it("command fails: skipped", async () => {
      machine.engine(machine.bin, "3.248.0");
      machine.script(machine.bin, "pulumi", "echo 'broken library' >&2; exit 3");
      machine.engine(entry, versions.command);
      expect((await locate()).source).to.equal("cache");
      expect(lines.join()).to.include("broken library");
    });
  });

  describe("cache", () => {
    it("present: precedes a build", async () => {
      machine.engine(entry, versions.command);
      machine.go();
      expect(await locate()).to.deep.equal({ folder: entry, version: versions.command, source: "cache" });
      expect(machine.goCalls()).to.deep.equal([]);
    });

    it("key: every version and the platform", () => {
      expect(key).to.equal(
        `cli-${versions.command}_host-${versions.host}_sdk-${versions.sdk}_${process.platform}-${process.arch}`,
      );
    });

    it("folder: from our variable, else XDG_CACHE_HOME, else ~/.cache", () => {
      const env = { PULUMI_BLOCKCHAIN_NODES_CACHE: "/ours", XDG_CACHE_HOME: "/xdg", HOME: "/home" };
      const { PULUMI_BLOCKCHAIN_NODES_CACHE: _, ...withoutOurs } = env;
      const tail = "/pulumi-blockchain-nodes/engine";
      expect(cacheFolder(env)).to.equal(`/ours${tail}`);
      expect(cacheFolder(withoutOurs)).to.equal(`/xdg${tail}`);
      expect(cacheFolder({ ...withoutOurs, XDG_CACHE_HOME: "" })).to.equal(`/home/.cache${tail}`);
    });

    for (const name of engineFiles) {
      it(`${name} missing: built again`, async () => {
        machine.engine(entry, "0.0.0-old");
        rmSync(join(entry, name));
        machine.go();
        expect((await locate()).source).to.equal("build");
        expect(isComplete(entry)).to.equal(true);
        expect(readFileSync(join(entry, "pulumi"), "utf8")).to.include(versions.command);
      });
    }

    it("folder of an unfinished build, even complete: not used", async () => {
      machine.engine(writeOwned(`${key}.tmp-1-x`, process.pid), "0.0.0-half");
      machine.go();
      expect((await locate()).source).to.equal("build");
      expect(readFileSync(join(entry, "pulumi"), "utf8")).not.to.include("half");
    });
  });

  describe("build", () => {
    it("result: both programs and the launcher", async () => {
      machine.go();
      expect(await locate()).to.deep.equal({ folder: entry, version: versions.command, source: "build" });
      expect(machine.goCalls()).to.deep.equal(["version", "list", "list", "build", "build"]);
      expect(readdirSync(entry)).to.have.members([...engineFiles]);
      expect(readFileSync(join(entry, "pulumi-resource-pulumi-nodejs"), "utf8")).to.include("dynamic-provider");
      expect(statSync(join(entry, "pulumi-resource-pulumi-nodejs")).mode & 0o777).to.equal(0o755);
      expect(cached()).to.deep.equal([key]);
    });

    it("progress: each phase and its expected duration", async () => {
      machine.go();
      await locate();
      const phases = [
        "with the official installer",
        "the official installer failed",
        "about four minutes, once",
        "resolving modules",
        "compiling the command",
        "language host",
        "built in",
      ];
      expect(lines).to.have.length(phases.length);
      for (const [index, phase] of phases.entries()) {
        expect(lines[index]).to.include(phase);
      }
    });

    it("long phase: elapsed time", async () => {
      machine.go({ build: `sleep 0.4; ${buildOf(versions.command)}` });
      await locate(100);
      expect(lines.filter((line) => /^still compiling the command \(\d+ s\)$/.test(line))).not.to.deep.equal([]);
    });

    it("Go environment: committed go.sum only, this platform, no workspace", async () => {
      const seen = join(machine.folder, "seen");
      machine.go({
        build: `echo "$GOFLAGS|$CGO_ENABLED|$GOWORK|$GOOS|$(basename "$PWD")" >> '${seen}'; ${buildOf(versions.command)}`,
      });
      Object.assign(machine.env, { GOFLAGS: "-mod=mod", GOOS: "plan9", GOWORK: "/some/go.work" });
      await locate();
      expect(readFileSync(seen, "utf8").trim().split("\n")).to.deep.equal([
        "-mod=readonly -buildvcs=false|0|off||cli",
        "-mod=readonly -buildvcs=false|0|off||nodejs-host",
      ]);
    });

    it("folders of other builds: removed if dead, kept if alive", async () => {
      const dead = writeOwned(`${key}.tmp-1-x`, deadPid());
      const live = writeOwned("cli-1.2.3.tmp-2-y", process.pid);
      machine.go();
      await locate();
      expect(existsSync(dead)).to.equal(false);
      expect(existsSync(live)).to.equal(true);
    });

    it("lock of a dead process: removed", async () => {
      mkdirSync(machine.cache, { recursive: true });
      writeFileSync(`${entry}.lock`, `${deadPid()} ${hostname()} token\n`);
      machine.go();
      expect((await locate()).source).to.equal("build");
      expect(cached()).to.deep.equal([key]);
      expect(lines.join()).not.to.include("waiting");
    });

    it("lock of a live process: waits, and uses its build", async () => {
      mkdirSync(machine.cache, { recursive: true });
      writeFileSync(`${entry}.lock`, `${process.pid} ${hostname()} token\n`);
      machine.go();
      const located = locate();
      await sleep(100);
      machine.engine(entry, versions.command);
      expect((await located).folder).to.equal(entry);
      expect(lines).to.deep.equal([`waiting for the build of process ${process.pid} (0 s)`]);
      expect(machine.goCalls()).to.deep.equal([]);
    });

    it("two concurrent processes: one build", async () => {
      machine.go({ build: `sleep 0.5; ${buildOf(versions.command)}` });
      const results = await Promise.all([machine.runMain(), machine.runMain()]);
      expect(results.map(({ stdout }) => stdout)).to.deep.equal([`${entry}\n`, `${entry}\n`]);
      expect(machine.goCalls().filter((call) => call === "build")).to.have.length(2);
      expect(cached()).to.deep.equal([key]);
    });

    it("go fails: no files left, and the error ends with its output", async () => {
      machine.go({ build: 'for n in $(seq 1 50); do echo "line $n" >&2; done; touch "$out"; exit 2' });
      const { message } = await failure();
      expect(message).to.include("the build failed: `go build` exited with code 2");
      expect(message).to.match(/\nline 31\n(.*\n)*line 50$/);
      expect(message).not.to.include("line 30\n");
      expect(cached()).to.deep.equal([]);
    });

    it("command reports another version: not published", async () => {
      machine.go({ build: buildOf("9.9.9") });
      expect((await failure()).message).to.include("the new `pulumi` is not v");
      expect(cached()).to.deep.equal([]);
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
        expect(cached()).to.deep.equal([]);
      });
    }
  });

  describe("error", () => {
    it("no Go: names the installer and Go", async () => {
      const { message } = await failure();
      expect(message).to.match(paragraph);
      expect(message).to.include("there is no Go on PATH");
      expect(message).to.include("official installer");
      expect(message).to.include(`--version ${versions.command}`);
      expect(message).to.include(`Go ${versions.go} or newer`);
    });

    it("Go too old: named", async () => {
      machine.go({ version: "1.19.8" });
      const { message } = await failure();
      expect(message).to.match(paragraph);
      expect(message).to.include(`Go 1.19.8 (${join(machine.bin, "go")}) is too old`);
      expect(machine.goCalls()).to.deep.equal(["version"]);
    });

    it("engine on PATH skipped: named", async () => {
      machine.engine(machine.bin, "3.300.0");
      expect((await failure()).message)
        .to.include("skipped")
        .and.include("version 3.300.0");
    });
  });

  describe("command", () => {
    it("engine found: the folder is the only line on stdout", async () => {
      machine.script(machine.otherBin, "pulumi", "echo v3.100.0");
      machine.go({ build: `echo noise; echo noise >&2; ${buildOf(versions.command)}` });
      const { code, stdout, stderr } = await machine.runMain();
      expect({ code, stdout }).to.deep.equal({ code: 0, stdout: `${entry}\n` });
      expect(stderr).to.include("engine: skipped").and.include("engine: compiling the command");
    });

    it("no engine: fails, with nothing on stdout", async () => {
      const { code, stdout, stderr } = await machine.runMain();
      expect({ code, stdout }).to.deep.equal({ code: 1, stdout: "" });
      expect(stderr.trimEnd().split("\n").at(-1)).to.match(paragraph);
    });
  });
});

describe("liveOwner", () => {
  it("expired claim: its pid is not trusted", () => {
    const machine = fakeMachine(versions.command);
    try {
      const file = join(machine.folder, "claim");
      writeFileSync(file, `${process.pid} ${hostname()} token\n`);
      expect(liveOwner(file)).to.equal(String(process.pid));
      const past = new Date(Date.now() - 10 * 60_000);
      utimesSync(file, past, past);
      expect(liveOwner(file)).to.equal(undefined);
    } finally {
      machine.dispose();
    }
  });
});

describe("located engine", function () {
  this.timeout(120_000);
  useEngine();
  let stack: TestStack | undefined;
  afterEach(() => stack?.dispose());

  it("program: create, no change, destroy", async () => {
    stack = await openStack({ program: join(__dirname, "programs/output.cjs"), arguments: { chain: "mainnet" } });
    const first = await stack.up();
    expect(first.summary).to.deep.equal({ create: 1 });
    expect(await stack.outputs()).to.deep.equal({ chain: { value: "mainnet", secret: false } });
    expect((await stack.up({ flags: ["--expect-no-changes"] })).summary).to.deep.equal({ same: 1 });
    expect((await stack.destroy()).summary).to.deep.equal({ delete: 1 });
    expect((await stack.exportState()).deployment.resources ?? []).to.deep.equal([]);
  });
});
