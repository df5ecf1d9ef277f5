import type { ProbeOptions } from "../../../provider/health/session/options.js";
import type { CheckCause, CheckName, NodeReport, Verdict } from "../../../provider/health/verdict.js";
import type { StubNode } from "../nodes/nodes.js";
import type { PretendedHead } from "./pretended-head.js";
import type { ProbeScene } from "./probe-scene.js";
import type { StubMethods, TestClock } from "./stub-chain.js";

/** A family of chains, for the tests that all of them pass. */
export interface FamilyCase {
  readonly name: string;
  /** Slug of a chain of the family. */
  readonly chain: string;
  readonly blockMs: number;
  /** The identity of the chain, and one of another. */
  readonly identity: string;
  readonly otherIdentity: string;
  /** All answers of a node. */
  methods(head: PretendedHead, identity: string): StubMethods;
  /** Calls of a probe of a healthy node, in order, each request a list. */
  readonly calls: readonly (readonly string[])[];
  /** Methods that return nothing but the identity or the head. */
  readonly decisive: readonly string[];
  /** Methods without whose answer nothing is known of the head, unless they are not offered. @default those */
  readonly needed?: readonly string[];
  /** Age above which a head is stale. */
  readonly failMs: number;
  /** Whether the node says itself that it is syncing. */
  readonly hasSyncFlag: boolean;
  /** Whether a look at an old head shows its time. @default true */
  readonly isTimed?: boolean;
  /** Pauses that do not depend on the head, in milliseconds. @default 0 */
  readonly pausesMs?: number;
  /** Answers in place of the documented ones, and what becomes of the node. */
  readonly oddities: readonly Oddity[];
}

type Oddity = readonly [
  method: string,
  value: unknown,
  verdict: Verdict,
  check: CheckName,
  cause: CheckCause | undefined,
];

/** What the tests of one family use. */
export interface FamilyScene extends ProbeScene {
  readonly clock: () => TestClock;
  /** Starts a node with these answers and probes it. */
  run(methods: StubMethods, options?: ProbeOptions): Promise<{ readonly report: NodeReport; readonly stub: StubNode }>;
}

/** The methods of a request each, in order. */
export function callsOf({ seen }: StubNode): readonly (readonly string[])[] {
  return seen.map(({ calls }) => calls.map(({ method }) => method));
}

/** A table of answers in which one answer differs. */
export function replaced(methods: StubMethods, method: string, value: unknown): StubMethods {
  return { ...methods, [method]: () => ({ value }) };
}

/** A table of answers without some methods. */
export function without(methods: StubMethods, ...names: readonly string[]): StubMethods {
  return Object.fromEntries(Object.entries(methods).filter(([name]) => !names.includes(name)));
}
