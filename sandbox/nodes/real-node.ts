import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { errorMessage } from "../base/error-message";
import type { Chain } from "../state/catalogue";
import { type ModeOptions, type NodeCondition, planOf } from "./condition";
import { type ChainPlan, type LaunchContext, type NodeKind, type NodeMode, normalPlan } from "./kind";
import { launch, type NodeProcess } from "./node-process";
import { directRpc } from "./rpc";
import type { StartQueue } from "./start-queue";
import type { Watchdog } from "./watchdog";

/** Dependencies shared by the real nodes of a sandbox. */
export interface NodeEnvironment {
  readonly folder: string;
  readonly startQueue: StartQueue;
  readonly watchdog: Watchdog;
  report(line: string): void;
}

/** Where requests for a node go: a port, or nowhere. */
export type Upstream =
  | { readonly kind: "dead"; readonly reason: string }
  | { readonly kind: "port"; readonly port: number }
  | { readonly kind: "refusing" };

/** A node process: started on demand, switched between modes, stopped. */
export class RealNode {
  readonly kind: NodeKind;
  readonly chain: Chain;
  readonly #id: string;
  readonly #password: string;
  readonly #environment: NodeEnvironment;
  #mode: NodeMode = "normal";
  #plan: ChainPlan = normalPlan;
  #since = Date.now();
  #process: NodeProcess | undefined;
  #height = 0;
  #isStopped = false;
  #failure: string | undefined;
  #miner: NodeJS.Timeout | undefined;
  /** Serializes starts and changes of mode. */
  #turn: Promise<unknown> = Promise.resolve();

  constructor(id: string, kind: NodeKind, chain: Chain, password: string, environment: NodeEnvironment) {
    this.#id = id;
    this.kind = kind;
    this.chain = chain;
    this.#password = password;
    this.#environment = environment;
  }

  /** `Authorization` header of the node process, if it has credentials of its own. */
  get authorization(): string | undefined {
    return this.kind.authorization(this.#password);
  }

  /** Mode and chain, for interfaces without a process. */
  get condition(): NodeCondition {
    return { mode: this.#mode, plan: this.#plan, since: this.#since };
  }

  /** Mode, process and port, for the admin interface. */
  describe(): Record<string, unknown> {
    const { pid, port } = this.#process ?? {};
    const isAlive = this.#process?.isAlive() === true;
    const rest = this.#mode === "refusing" ? "stopped" : "not started";
    const state = isAlive ? "running" : (this.#failure ?? rest);
    return { software: this.kind.software, mode: this.#mode, state, pid: isAlive ? pid : null, port: port ?? null };
  }

  /** Starts the process unless it was started before, and returns where it listens. A crashed process stays down. */
  async ensureStarted(): Promise<Upstream> {
    this.#environment.startQueue.promote(this.#id);
    return this.#inTurn(async () => {
      if (this.#mode === "refusing") {
        return { kind: "refusing" };
      }
      if (this.#process === undefined && this.#failure === undefined) {
        await this.#start().catch((error: unknown) => this.#fail(error));
      }
      const port = this.#process?.isAlive() === true ? this.#process.port : undefined;
      return port === undefined ? { kind: "dead", reason: this.#failure ?? "stopped" } : { kind: "port", port };
    });
  }

  /** Makes the real node misbehave, or behave again. A dead process is started again. */
  async setMode(mode: NodeMode, options: ModeOptions = {}): Promise<void> {
    await this.#inTurn(async () => {
      const plan = planOf(this.kind, this.#plan, mode, options);
      this.#process?.signal("SIGCONT");
      if (mode === "refusing") {
        this.#mode = mode;
        await this.#kill();
        return;
      }
      this.#failure = undefined;
      const rpc = this.#process?.isAlive() === true ? this.#rpc(this.#process) : undefined;
      const isSame = JSON.stringify(plan) === JSON.stringify(this.#plan);
      const isInPlace = rpc !== undefined && (isSame || (await this.kind.adjust(rpc, this.chain, this.#plan, plan)));
      this.#plan = plan;
      if (isInPlace) {
        this.#schedule();
      } else {
        await this.#kill();
        await this.#start();
      }
      this.#mode = mode;
      this.#since = Date.now();
      if (mode === "silent") {
        clearInterval(this.#miner);
        await this.#process?.suspend();
      }
    });
  }

  /** Stops the process for good. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#failure ??= "the node was deleted";
    // Not serialized: a start that hangs must not block the stop.
    await this.#kill();
    await this.#turn.catch(() => {});
    await this.#kill();
  }

  async #start(): Promise<void> {
    await this.#environment.startQueue.run(this.#id, async () => {
      if (this.#isStopped) {
        throw new Error("the node was deleted");
      }
      const folder = await mkdtemp(join(this.#environment.folder, `${this.#id}-`));
      const context: LaunchContext = {
        ...{ chain: this.chain, plan: this.#plan, folder, height: this.#height, password: this.#password },
      };
      const started = await launch(await this.kind.launch(context), this.#environment.watchdog);
      void started.exited.then(() => this.#ended(started, folder));
      this.#process = started;
      await this.kind.prepareChain(this.#rpc(started), context);
      this.#schedule();
    });
  }

  async #kill(): Promise<void> {
    clearInterval(this.#miner);
    const running = this.#process;
    if (running?.isAlive() !== true) {
      return;
    }
    if (!this.#isStopped) {
      const height = await this.kind.height(this.#rpc(running)).catch(() => 0);
      this.#height = Math.max(this.#height, height);
    }
    // Cleared first, so that the exit is not taken for a crash.
    this.#process = undefined;
    running.signal("SIGKILL");
    await running.exited;
  }

  #ended(ended: NodeProcess, folder: string): void {
    rm(folder, { recursive: true, force: true }).catch(() => {});
    if (this.#process === ended) {
      clearInterval(this.#miner);
      this.#process = undefined;
      this.#failure ??= "the process ended";
    }
  }

  #fail(error: unknown): void {
    this.#failure = errorMessage(error);
    if (!this.#isStopped) {
      this.#environment.report(`${this.#id}: ${this.#failure}`);
    }
  }

  #schedule(): void {
    clearInterval(this.#miner);
    const { miner } = this.kind;
    const running = this.#process;
    if (miner !== undefined && running !== undefined && this.#plan.isMining) {
      const plan = this.#plan;
      const mine = () => void miner.mine(this.#rpc(running), plan).catch(() => {});
      this.#miner = setInterval(mine, miner.everyMs).unref();
    }
  }

  #rpc(running: NodeProcess) {
    return directRpc(running.port, this.authorization);
  }

  #inTurn<T>(task: () => Promise<T>): Promise<T> {
    const next = this.#turn.then(task, task);
    this.#turn = next.catch(() => {});
    return next;
  }
}
