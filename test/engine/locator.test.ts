import { readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { liveOwner } from "../../scripts/engine/claim";
import { cacheFolder, engineFiles, isComplete } from "../../scripts/engine/files";
import { buildOf, fakeMachine } from "../support/engine/fake-tools";
import { useEngine } from "../support/engine/home";
import { key, type LocatorMachine, locatorMachine, paragraph, versions } from "../support/engine/locator-scene";
import { openStack, type TestStack } from "../support/engine/stack";

describe("locateEngine", () => {
  let machine: LocatorMachine;
  beforeEach(() => {
    machine = locatorMachine();
  });
  afterEach(() => machine.dispose());

  describe("PATH", () => {
    it("present: precedes the cache and a build", async () => {
      machine.engine(machine.bin, "3.230.1");
      machine.engine(machine.entry, versions.command);
      machine.go();
      expect(await machine.locate()).to.deep.equal({ folder: machine.bin, version: "3.230.1", source: "path" });
      expect(machine.goCalls()).to.deep.equal([]);
    });

    for (const version of ["3.216.0", "3.259.99"]) {
      it(`${version}, at the edge of the range: accepted`, async () => {
        machine.engine(machine.bin, version);
        expect((await machine.locate()).source).to.equal("path");
        expect(machine.lines).to.deep.equal([]);
      });
    }

    for (const version of ["3.215.9", "3.260.0", "4.230.0", "2.230.0"]) {
      it(`${version}, out of range: skipped, and says why`, async () => {
        machine.engine(machine.bin, version);
        machine.engine(machine.entry, versions.command);
        expect((await machine.locate()).source).to.equal("cache");
        expect(machine.lines).to.deep.equal([
          `skipped ${join(machine.bin, "pulumi")}: version ${version} is not 3.216 to 3.259`,
        ]);
      });
    }

    it("earlier entry skipped: the next valid one", async () => {
      machine.engine(machine.bin, "3.300.0");
      machine.engine(machine.otherBin, "3.248.0");
      expect((await machine.locate()).folder).to.equal(machine.otherBin);
      expect(machine.lines).to.have.length(1);
    });

    it("no language host: skipped", async () => {
      machine.engine(machine.bin, "3.248.0");
      rmSync(join(machine.bin, "pulumi-language-nodejs"));
      machine.engine(machine.entry, versions.command);
      expect((await machine.locate()).source).to.equal("cache");
      expect(machine.lines.join()).to.include("pulumi-language-nodejs neither beside it nor on PATH");
    });

    it("language host elsewhere on PATH: accepted", async () => {
      machine.engine(machine.bin, "3.248.0");
      rmSync(join(machine.bin, "pulumi-language-nodejs"));
      machine.script(machine.otherBin, "pulumi-language-nodejs", ":");
      expect((await machine.locate()).folder).to.equal(machine.bin);
    });

    it("command fails: skipped", async () => {
      machine.engine(machine.bin, "3.248.0");
      machine.script(machine.bin, "pulumi", "echo 'broken library' >&2; exit 3");
      machine.engine(machine.entry, versions.command);
      expect((await machine.locate()).source).to.equal("cache");
      expect(machine.lines.join()).to.include("broken library");
    });
  });

  describe("cache", () => {
    it("present: precedes a build", async () => {
      machine.engine(machine.entry, versions.command);
      machine.go();
      expect(await machine.locate()).to.deep.equal({
        folder: machine.entry,
        version: versions.command,
        source: "cache",
      });
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
        machine.engine(machine.entry, "0.0.0-old");
        rmSync(join(machine.entry, name));
        machine.go();
        expect((await machine.locate()).source).to.equal("build");
        expect(isComplete(machine.entry)).to.equal(true);
        expect(readFileSync(join(machine.entry, "pulumi"), "utf8")).to.include(versions.command);
      });
    }

    it("folder of an unfinished build, even complete: not used", async () => {
      machine.engine(machine.writeOwned(`${key}.tmp-1-x`, process.pid), "0.0.0-half");
      machine.go();
      expect((await machine.locate()).source).to.equal("build");
      expect(readFileSync(join(machine.entry, "pulumi"), "utf8")).not.to.include("half");
    });
  });

  describe("error", () => {
    it("no Go: names the installer and Go", async () => {
      const { message } = await machine.failure();
      expect(message).to.match(paragraph);
      expect(message).to.include("there is no Go on PATH");
      expect(message).to.include("official installer");
      expect(message).to.include(`--version ${versions.command}`);
      expect(message).to.include(`Go ${versions.go} or newer`);
    });

    it("Go too old: named", async () => {
      machine.go({ version: "1.19.8" });
      const { message } = await machine.failure();
      expect(message).to.match(paragraph);
      expect(message).to.include(`Go 1.19.8 (${join(machine.bin, "go")}) is too old`);
      expect(machine.goCalls()).to.deep.equal(["version"]);
    });

    it("engine on PATH skipped: named", async () => {
      machine.engine(machine.bin, "3.300.0");
      expect((await machine.failure()).message)
        .to.include("skipped")
        .and.include("version 3.300.0");
    });
  });

  describe("command", () => {
    it("engine found: the folder is the only line on stdout", async () => {
      machine.script(machine.otherBin, "pulumi", "echo v3.100.0");
      machine.go({ build: `echo noise; echo noise >&2; ${buildOf(versions.command)}` });
      const { code, stdout, stderr } = await machine.runMain();
      expect({ code, stdout }).to.deep.equal({ code: 0, stdout: `${machine.entry}\n` });
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
