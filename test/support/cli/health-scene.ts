import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { StubNode } from "../nodes/nodes.js";

const secretMark = "4dabf18193072939515e22adb298388d";

/** A secret as `pulumi stack export --show-secrets` writes it. */
export function secret(value: unknown): object {
  return { [secretMark]: "1b47061264138c4ac30d75fd1eb44270", plaintext: JSON.stringify(value) };
}

/** A secret as it is written without that option. */
export const encryptedSecret = { [secretMark]: "1b47061264138c4ac30d75fd1eb44270", ciphertext: "v1:abc" };

/** State entry of a resource of this package. */
export function resource(type: string, name: string, outputs: object, more: object = {}): object {
  return {
    urn: `urn:pulumi:dev::shop::pulumi-nodejs:dynamic/blockchain-nodes:${type}::${name}`,
    type: `pulumi-nodejs:dynamic/blockchain-nodes:${type}`,
    custom: true,
    id: `id-of-${name}`,
    outputs,
    ...more,
  };
}

/** State entry of an Ethereum node with this endpoint. */
export function nodeEntry(name: string, https: string, outputs: object = {}, more: object = {}): object {
  const { host } = new URL(https);
  const own = { name, protocol: "ethereum", network: "ethereum-mainnet", host, endpoints: secret({ https }) };
  return resource("Node", name, { ...own, ...outputs }, more);
}

/** An exported state of these resources. */
export function stateOf(...resources: readonly object[]): string {
  const stack = { urn: "urn:pulumi:dev::shop::pulumi:pulumi:Stack::shop-dev", type: "pulumi:pulumi:Stack" };
  return JSON.stringify({ version: 3, deployment: { resources: [stack, ...resources] } });
}

/** Servers and folders of a suite. */
export interface HealthScene {
  started(stub: Promise<StubNode>): Promise<StubNode>;
  /** Writes a file, and returns its path. */
  file(name: string, content: string, mode?: number): string;
}

/** Servers and folders for the calling suite: gone after each test. */
export function useHealthScene(): HealthScene {
  const stubs: StubNode[] = [];
  const folders: string[] = [];
  afterEach(async () => {
    await Promise.all(stubs.splice(0).map((stub) => stub.stop()));
    for (const folder of folders.splice(0)) {
      rmSync(folder, { recursive: true, force: true });
    }
  });
  return {
    started: async (stub) => {
      stubs.push(await stub);
      return await stub;
    },
    file: (name, content, mode = 0o644) => {
      const folder = realpathSync(mkdtempSync(join(tmpdir(), "blockchain-nodes-health-")));
      folders.push(folder);
      writeFileSync(join(folder, name), content, { mode });
      return join(folder, name);
    },
  };
}
