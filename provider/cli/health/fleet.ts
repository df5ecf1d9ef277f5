import type { Clock } from "../../base/clock.js";
import { examineAll, mostAtATime } from "../../health/examine-all.js";
import {
  cleanReport,
  type ExaminedNode,
  type HealthChange,
  type HealthRound,
} from "../../health/formats/health-round.js";
import type { NodeCounts } from "../../health/formats/prometheus.js";
import { type SettledNode, settle } from "../../health/hysteresis.js";
import { defaultMaxCost } from "../../health/session/options.js";
import { hostPacer } from "../../health/session/pacer.js";
import { stalledChains } from "../../health/stalled-chains.js";
import type { NodeReport } from "../../health/verdict.js";
import type { HealthOptions } from "./options.js";
import { type HealthSubject, redactorOf } from "./subject.js";
import type { HealthSubjects } from "./subjects.js";

const longestCallMs = 10_000;
const longestWaitForAdvanceMs = 40_000;

type FleetSettings = Pick<HealthOptions, "depth" | "maxCost" | "requestsPerSecond" | "timeout">;

interface Member {
  readonly subject: HealthSubject & { readonly index: number };
  readonly redact: (text: string) => string;
  settled: SettledNode | undefined;
  probedAtMs: number | undefined;
  counts: NodeCounts;
}

/** Nodes that are examined once or again and again, and what is known about them. */
export class HealthFleet {
  readonly stack: string;
  readonly #members: readonly Member[];
  readonly #clock: Clock;
  readonly #options: Parameters<typeof examineAll>[1];
  readonly #unexamined: NodeReport;

  constructor({ stack, subjects }: HealthSubjects, settings: FleetSettings, clock: Clock) {
    const { depth, maxCost = defaultMaxCost[depth], requestsPerSecond, timeout } = settings;
    this.stack = stack;
    this.#clock = clock;
    this.#members = subjects.map((subject, index) => ({
      subject: { ...subject, index },
      redact: redactorOf(subject),
      settled: undefined,
      probedAtMs: undefined,
      counts: { units: 0, probes: {} },
    }));
    this.#options = {
      clock,
      depth,
      maxCost,
      deadlineMs: timeout,
      timeoutMs: Math.min(timeout, longestCallMs),
      // The rest is for confirmations of a failure.
      maxWaitForAdvanceMs: Math.min((2 / 3) * timeout, longestWaitForAdvanceMs),
      pacer: requestsPerSecond === undefined ? undefined : hostPacer(requestsPerSecond, clock),
      atATime: requestsPerSecond === undefined ? mostAtATime : this.#pacedAtATime(requestsPerSecond),
    };
    const why = "not examined yet";
    this.#unexamined = {
      verdict: "unknown",
      decidedBy: "identity",
      why,
      checks: [],
      cost: 0,
      maxCost,
      isUnreachable: false,
      isWrongChain: false,
    };
  }

  /**
   * Examines every node once more.
   *
   * @param onReport called after each node, with the change of its verdict if there is one
   * @throws the signal's reason when it aborts; what is known until then remains
   */
  async examine(signal: AbortSignal, onReport?: (change: HealthChange | undefined) => void): Promise<void> {
    const subjects = this.#members.map(({ subject }) => subject);
    await examineAll(subjects, {
      ...this.#options,
      signal,
      onReport: ({ index }, report) => {
        const member = this.#members[index];
        if (member !== undefined) {
          onReport?.(this.#record(member, report));
        }
      },
    });
  }

  /** What is known now. */
  get round(): HealthRound {
    const nodes = this.#members.map((member) => this.#nodeOf(member));
    return { stack: this.stack, atMs: this.#clock.now(), nodes, notes: stalledChains(nodes) };
  }

  /** What has been counted, in the order of the nodes. */
  get counts(): readonly NodeCounts[] {
    return this.#members.map(({ counts }) => counts);
  }

  get size(): number {
    return this.#members.length;
  }

  #record(member: Member, report: NodeReport): HealthChange | undefined {
    const before = member.settled?.report.verdict;
    const { units, probes } = member.counts;
    member.counts = {
      units: units + report.cost,
      probes: { ...probes, [report.verdict]: (probes[report.verdict] ?? 0) + 1 },
    };
    member.settled = settle(member.settled, cleanReport(report, member.redact));
    member.probedAtMs = this.#clock.now();
    const node = this.#nodeOf(member);
    return before === undefined || before === node.report.verdict
      ? undefined
      : { atMs: member.probedAtMs, node, before };
  }

  #nodeOf({ subject: { name, chain, host }, settled, probedAtMs }: Member): ExaminedNode {
    return { name, chain, host, report: settled?.report ?? this.#unexamined, probedAtMs };
  }

  /** Nodes that wait for their turn spend their deadline: no more than keep the pace. */
  #pacedAtATime(perSecond: number): number {
    const hosts = new Set(this.#members.map(({ subject }) => subject.host)).size;
    return Math.min(mostAtATime, Math.max(4, Math.ceil(2 * perSecond) * hosts));
  }
}
