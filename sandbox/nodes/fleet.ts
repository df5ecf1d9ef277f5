import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Chain } from "../state/catalogue";
import type { Node } from "../state/model";
import { type NodeEnvironment, RealNode } from "./real-node";
import { nodeSoftware } from "./software/by-protocol";
import { StartQueue } from "./start-queue";
import { Watchdog } from "./watchdog";

/** Concurrent starts; more would only compete for the CPU. */
const startsAtATime = 4;

/** All real nodes of a sandbox, by node id. */
export class Fleet {
  readonly #nodes = new Map<string, RealNode>();
  readonly #endings = new Set<Promise<void>>();
  readonly #environment: NodeEnvironment;
  readonly #folder: string;
  readonly #watchdog: Watchdog;

  constructor(report: (line: string) => void) {
    this.#folder = mkdtempSync(join(tmpdir(), "blockchain-nodes-sandbox-"));
    this.#watchdog = new Watchdog(this.#folder);
    this.#environment = {
      folder: this.#folder,
      startQueue: new StartQueue(startsAtATime),
      watchdog: this.#watchdog,
      report,
    };
  }

  /** Creates the real node of a node; `isEager` starts its process in the background. */
  add(node: Node, chain: Chain, isEager: boolean): void {
    const password = node.secrets[0].token;
    const real = new RealNode(node.id, nodeSoftware(node.protocol), chain, password, this.#environment);
    this.#nodes.set(node.id, real);
    if (isEager) {
      void real.ensureStarted();
    }
  }

  /** The real node with an id, until it is removed. */
  get(id: string): RealNode | undefined {
    return this.#nodes.get(id);
  }

  /** Stops the process of a node in the background. */
  remove(id: string): void {
    const real = this.#nodes.get(id);
    this.#nodes.delete(id);
    const ending: Promise<void> = Promise.resolve(real?.stop()).finally(() => this.#endings.delete(ending));
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
