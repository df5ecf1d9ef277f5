import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "chai";
import { cacheKey, engineFiles } from "../../scripts/engine/files";
import { type Engine, locateEngine } from "../../scripts/engine/locate";
import { readVersions } from "../../scripts/engine/versions";
import { type FakeMachine, fakeMachine, installOf } from "../support/engine/fake-tools";

const versions = readVersions();
const key = cacheKey(versions);
const installing = `installing Pulumi ${versions.command} with the official installer (0 s)`;

describe("locateEngine, no engine on PATH or in the cache", () => {
  let machine: FakeMachine;
  let lines: string[];
  let entry: string;
  let installed: string;

  beforeEach(() => {
    machine = fakeMachine(versions.command);
    lines = [];
    entry = join(machine.cache, key);
    installed = join(machine.folder, "home", ".pulumi", "versions");
  });
  afterEach(() => machine.dispose());

  const locate = (stallMs = 15_000): Promise<Engine> =>
    locateEngine({ env: machine.env, log: (line) => lines.push(line), stallMs });

  /** Shell code that appends to a file until it is killed, since a pid may outlive its process as a zombie. */
  const beating = (file: string): string => `while :; do echo . >> '${file}'; sleep 0.02; done`;

  const isSilent = async (file: string): Promise<boolean> => {
    const written = statSync(file).size;
    await sleep(200);
    return statSync(file).size === written;
  };

  describe("installed by an Automation API", () => {
    const bin = (version: string): string => join(installed, version, "bin");

    it("present: precedes the installer and a build", async () => {
      machine.engine(bin("3.240.0"), "3.240.0");
      machine.installer(installOf(versions.command));
      machine.go();
      expect(await locate()).to.deep.equal({ folder: bin("3.240.0"), version: "3.240.0", source: "installed" });
      expect(lines).to.deep.equal([]);
    });

    it("engine in the cache: the cache precedes", async () => {
      machine.engine(bin("3.240.0"), "3.240.0");
      machine.engine(entry, versions.command);
      expect((await locate()).source).to.equal("cache");
    });

    it("several releases: the newest accepted one", async () => {
      for (const version of ["3.215.0", "3.216.0", "3.250.1", "3.260.0"]) {
        machine.engine(bin(version), version);
      }
      expect((await locate()).version).to.equal("3.250.1");
      expect(lines).to.deep.equal([`skipped ${join(bin("3.260.0"), "pulumi")}: version 3.260.0 is not 3.216 to 3.259`]);
    });

    it("language host missing: skipped", async () => {
      machine.engine(bin("3.240.0"), "3.240.0");
      rmSync(join(bin("3.240.0"), "pulumi-language-nodejs"));
      mkdirSync(join(installed, "3.230.0"));
      machine.installer(installOf(versions.command));
      expect((await locate()).source).to.equal("installer");
      expect(lines[0]).to.include("pulumi-language-nodejs neither beside it nor on PATH");
    });
  });

  describe("installer", () => {
    it("no Go: installs a complete engine into the cache", async () => {
      machine.installer(installOf(versions.command));
      expect(await locate()).to.deep.equal({ folder: entry, version: versions.command, source: "installer" });
      expect(readdirSync(machine.cache)).to.deep.equal([key]);
      expect(readdirSync(entry)).to.have.members([...engineFiles]);
      expect(readFileSync(join(entry, "pulumi-resource-pulumi-nodejs"), "utf8")).to.include("dynamic-provider");
      expect(lines).to.have.length(2);
      expect(lines[0]).to.equal(installing);
      expect(lines[1]).to.match(/^installed in \d+ s$/);
      expect((await locate()).source).to.equal("cache");
    });

    it("Go available: precedes a build", async () => {
      machine.installer(installOf(versions.command));
      machine.go();
      expect((await locate()).source).to.equal("installer");
      expect(machine.goCalls()).to.deep.equal([]);
    });

    it("release: the pinned one", async () => {
      const seen = join(machine.folder, "seen");
      machine.fetch(
        `require("node:fs").writeFileSync(${JSON.stringify(seen)}, url);
         return new Response(\`echo "$@" >> ${seen}; exit 1\`);`,
      );
      machine.go();
      await locate();
      const [url, options] = readFileSync(seen, "utf8").split("--no-edit-path");
      expect(url).to.equal("https://get.pulumi.com/install.sh");
      expect(options?.trim()).to.match(/^--install-root \S+ --version [\d.]+$/);
      expect(options?.trim().split(" ").at(-1)).to.equal(versions.command);
    });

    for (const { what, fetch, reason, stallMs } of [
      {
        what: "download refused",
        fetch: 'throw new TypeError("fetch failed")',
        reason: "`install` exited with code 1: Failed to download https://get.pulumi.com/install.sh: fetch failed",
      },
      {
        what: "script not found",
        fetch: "return new Response('', { status: 404, statusText: 'Not Found' })",
        reason: "`install` exited with code 1: Failed to download https://get.pulumi.com/install.sh: 404 Not Found",
      },
      {
        what: "script cannot download",
        fetch: `return new Response("echo start; echo 'curl: (6) Could not resolve host: github.com' >&2; exit 1")`,
        reason: "`install` exited with code 1: curl: (6) Could not resolve host: github.com",
      },
      {
        what: "no first byte",
        fetch: "setInterval(() => {}, 1_000); return new Promise(() => {})",
        reason: "killed after 2 s without new bytes",
        stallMs: 2_000,
      },
    ]) {
      it(`${what}: falls back to a build, and says why`, async () => {
        machine.fetch(fetch);
        machine.go();
        expect((await locate(stallMs)).source).to.equal("build");
        expect(lines.slice(0, 2)).to.deep.equal([installing, `the official installer failed: ${reason}`]);
        expect(readdirSync(machine.cache)).to.deep.equal([key]);
        expect(readdirSync(entry)).to.have.members([...engineFiles]);
      });
    }

    for (const { what, code, reason } of [
      { what: "another release", code: installOf("3.999.0"), reason: `is not v${versions.command}: v3.999.0` },
      {
        what: "no language host",
        code: `${installOf(versions.command)}\nrm "$root/bin/pulumi-language-nodejs"`,
        reason: "the new `pulumi-language-nodejs` does not run",
      },
      {
        what: "a language host that does not run",
        code: `${installOf(versions.command)}\necho '#!/nowhere' > "$root/bin/pulumi-language-nodejs"`,
        reason: "the new `pulumi-language-nodejs` does not run",
      },
      { what: "nothing", code: ":", reason: "ENOENT" },
    ]) {
      it(`installs ${what}: falls back to a build`, async () => {
        machine.installer(code);
        machine.go();
        expect((await locate()).source).to.equal("build");
        expect(lines[1]).to.include("the official installer failed: ").and.include(reason);
        expect(readdirSync(entry)).to.have.members([...engineFiles]);
      });
    }

    it("download stalls: its processes are killed, and no file is left", async () => {
      const beats = join(machine.folder, "beats");
      machine.installer(
        `mkdir -p "$root/bin"; echo half > "$root/bin/pulumi"; trap '' INT TERM; sh -c "${beating(beats)}"`,
      );
      const error = await locate(4_000).catch((reason: unknown) => reason);
      expect(error).to.have.property("message").that.includes("killed after 4 s without new bytes");
      expect(await isSilent(beats)).to.equal(true);
      expect(readdirSync(machine.cache)).to.deep.equal([]);
      expect(readdirSync(join(machine.folder, "tmp"))).to.deep.equal([]);
    });

    for (const { what, folder } of [
      { what: "its temporary folder", folder: () => "$TMPDIR" },
      { what: "the user's temporary folder, as on macOS", folder: () => join(machine.folder, "tmp") },
    ]) {
      it(`bytes arrive in ${what}: not killed`, async () => {
        const tarball = `${folder()}/pulumi.tar.gz.0123456789`;
        const slow = `for n in 1 2 3 4 5 6 7 8 9 10; do echo $n >> "${tarball}"; sleep 0.5; done`;
        machine.installer(`${slow}; ${installOf(versions.command)}`);
        expect((await locate(4_000)).source).to.equal("installer");
      });
    }

    it("SIGTERM: ends and removes its files", async () => {
      const beats = join(machine.folder, "beats");
      machine.installer(`echo half > "$TMPDIR/pulumi.tar.gz.0"; ${beating(beats)}`);
      const { signal } = await machine.runMain(async (child) => {
        while (!existsSync(beats) && child.exitCode === null) {
          await sleep(20);
        }
        child.kill("SIGTERM");
      });
      expect(signal).to.equal("SIGTERM");
      expect(await isSilent(beats)).to.equal(true);
      expect(readdirSync(machine.cache)).to.deep.equal([]);
    });
  });

  it("everything fails: an error with each cause and each fix", async () => {
    machine.engine(join(installed, "3.300.0", "bin"), "3.300.0");
    const error = await locate().catch((reason: unknown) => reason);
    expect(error).to.have.property("name", "EngineNotFoundError");
    const { message } = error as Error;
    for (const part of [
      `on PATH or in ${installed} (skipped ${join(installed, "3.300.0", "bin", "pulumi")}: version 3.300.0`,
      "the official installer failed: `install` exited with code 1: Failed to download",
      "the build failed: there is no Go on PATH.",
      `sh -s -- --version ${versions.command}`,
      "access to get.pulumi.com and github.com",
      `Go ${versions.go} or newer`,
    ]) {
      expect(message).to.include(part);
    }
    expect(message).not.to.include("\n");
  });
});
