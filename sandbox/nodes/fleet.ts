import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { recordedFamily } from "../recorded/by-protocol";
import { RecordedNode } from "../recorded/recorded-node";
import type { Chain } from "../state/catalogue";
import type { Node } from "../state/model";
import { type NodeEnvironment, RealNode } from "./real-node";
import { nodeKind } from "./software/by-protocol";
import { StartQueue } from "./start-queue";
import { Watchdog } from "./watchdog";

/** Concurrent starts; more would only compete for the CPU. */
const startsAtATime = 4;

/** What is behind a node: a process, or recorded responses. */
export type FleetNode = RealNode | RecordedNode;

/** What is behind the nodes of a sandbox, by node id. */
export class Fleet {
  readonly #nodes = new Map<string, FleetNode>();
  readonly #endings = new Set<Promise<void>>();
  readonly #environment: NodeEnvironment;
  readonly #folder: string;
  readonly #watchdog: Watchdog;
  readonly #now: () => number;

  /** @param now the sandbox's time, in milliseconds since 1970 */
  constructor(report: (line: string) => void, now: () => number) {
    this.#now = now;
    this.#folder = mkdtempSync(join(tmpdir(), "blockchain-nodes-sandbox-"));
    this.#watchdog = new Watchdog(this.#folder);
    this.#environment = {
      folder: this.#folder,
      startQueue: new StartQueue(startsAtATime),
      watchdog: this.#watchdog,
      report,
    };
  }

  /** Creates what is behind a node; `isEager` starts its process in the background. */
  add(node: Node, chain: Chain, isEager: boolean): void {
    const family = recordedFamily(node.protocol);
    const password = node.secrets[0].token;
    const added =
      family === undefined
        ? new RealNode(node.id, nodeKind(node.protocol), chain, password, this.#environment)
        : new RecordedNode(family, chain, this.#now);
    this.#nodes.set(node.id, added);
    if (isEager && added instanceof RealNode) {
      void added.ensureStarted();
    }
  }

  /** What is behind the node with an id, until it is removed. */
  get(id: string): FleetNode | undefined {
    return this.#nodes.get(id);
  }

  /** Stops the process of a node in the background. */
  remove(id: string): void {
    const removed = this.#nodes.get(id);
    this.#nodes.delete(id);
    const ending: Promise<void> = Promise.resolve(removed?.stop()).finally(() => this.#endings.delete(ending));
    this.#endings.add(ending);
  }

  /** Stops every process and removes the temporary folder. */
  async close(): Promise<void> {
    for (const id of [...this.#nodes.keys()]) {
      this.remove(id);
    }
    await Promise.all(this.#endings);
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
    await this.#watchdog.close();
  }
}
