import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { access, chown, constants, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";
import type { EngineEnv } from "../test/support/engine/home";
import { freePort } from "../test/support/nodes/free-port";

const run = promisify(execFile);

/** A server that stores state, on a port of its own. */
export interface BackendServer {
  /** What leads the engine to it. */
  readonly env: EngineEnv;
  close(): Promise<void>;
}

/**
 * Starts a server; undefined where it is not installed.
 *
 * @param folders where to look for its program. @default PATH, and where Debian keeps PostgreSQL
 */
export type OpenServer = (folders?: readonly string[]) => Promise<BackendServer | undefined>;

const startLimitMs = 30_000;

/** A PostgreSQL cluster with the settings of the distribution, so that each write reaches the disk. */
export const openPostgres: OpenServer = async (folders) => {
  const bin = await folderOf("initdb", folders ?? [...pathFolders(), ...(await debianFolders())]);
  if (bin === undefined) {
    return undefined;
  }
  const user = await unprivileged();
  const folder = await mkdtemp(join(tmpdir(), "blockchain-nodes-postgres-"));
  const remove = () => rm(folder, { recursive: true, force: true, maxRetries: 3 });
  try {
    if (user !== undefined) {
      await chown(folder, user.uid, user.gid);
    }
    const data = join(folder, "data");
    await run(join(bin, "initdb"), ["-D", data, "-U", "pulumi", "-A", "trust"], { cwd: folder, ...user });
    const port = await freePort();
    const settings = ["-c", "listen_addresses=127.0.0.1", "-c", "unix_socket_directories="];
    const server = spawn(join(bin, "postgres"), ["-D", data, "-p", String(port), ...settings], {
      cwd: folder,
      stdio: ["ignore", "ignore", "pipe"],
      ...user,
    });
    await said(server, /ready to accept connections/);
    return {
      env: { PULUMI_BACKEND_URL: `postgres://pulumi@127.0.0.1:${port}/postgres?sslmode=disable` },
      // Disconnects its clients; SIGTERM would wait for them.
      close: () => stop(server, "SIGINT").finally(remove),
    };
  } catch (error) {
    await remove();
    throw error;
  }
};

/** An emulator of S3 that keeps objects in memory. */
export const openS3: OpenServer = async (folders = pathFolders()) => {
  const bin = await folderOf("moto_server", folders);
  if (bin === undefined) {
    return undefined;
  }
  const server = spawn(join(bin, "moto_server"), ["-H", "127.0.0.1", "-p", "0"], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  const [, endpoint = ""] = await said(server, /Running on (http:\/\/127\.0\.0\.1:\d+)/);
  const { ok, status } = await fetch(`${endpoint}/state`, { method: "PUT" });
  if (!ok) {
    await stop(server, "SIGTERM");
    throw new Error(`The bucket was not created: ${status}.`);
  }
  const query = new URLSearchParams({ endpoint, region: "us-east-1", s3ForcePathStyle: "true" });
  return {
    env: {
      PULUMI_BACKEND_URL: `s3://state?${query}`,
      AWS_ACCESS_KEY_ID: "bench",
      AWS_SECRET_ACCESS_KEY: "bench",
      AWS_PROFILE: undefined,
      AWS_EC2_METADATA_DISABLED: "true",
    },
    close: () => stop(server, "SIGTERM"),
  };
};

const pathFolders = (): readonly string[] => (process.env.PATH ?? "").split(delimiter);

/** Where Debian installs what is not on PATH. */
async function debianFolders(): Promise<readonly string[]> {
  const root = "/usr/lib/postgresql";
  const versions = await readdir(root).catch(() => []);
  return versions.map((version) => join(root, version, "bin"));
}

async function folderOf(program: string, folders: readonly string[]): Promise<string | undefined> {
  for (const folder of folders) {
    const isThere = await access(join(folder, program), constants.X_OK).then(
      () => true,
      () => false,
    );
    if (isThere) {
      return folder;
    }
  }
  return undefined;
}

/** PostgreSQL refuses to run as root: its package has a user for it. */
async function unprivileged(): Promise<{ readonly uid: number; readonly gid: number } | undefined> {
  if (process.getuid?.() !== 0) {
    return undefined;
  }
  const id = async (flag: string) => Number((await run("id", [flag, "postgres"])).stdout);
  return { uid: await id("-u"), gid: await id("-g") };
}

/** Waits for a line in what a server reports. */
function said(server: ChildProcess, pattern: RegExp): Promise<RegExpExecArray> {
  return new Promise((resolve, reject) => {
    let text = "";
    const fail = () => {
      server.kill("SIGKILL");
      reject(new Error(`A server did not start:\n${text}`));
    };
    const overdue = setTimeout(fail, startLimitMs);
    server.once("error", reject);
    server.once("exit", fail);
    server.stderr?.setEncoding("utf8").on("data", (chunk: string) => {
      text += chunk;
      const found = pattern.exec(text);
      if (found !== null) {
        clearTimeout(overdue);
        server.off("exit", fail);
        // What follows is read and forgotten, so that the server never waits.
        server.stderr?.removeAllListeners("data").resume();
        resolve(found);
      }
    });
  });
}

async function stop(server: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (server.exitCode === null && server.signalCode === null) {
    const exit = once(server, "exit");
    server.kill(signal);
    await exit;
  }
}
