import type { Prng } from "./prng";

/** A fault that the sandbox brings about. */
export interface FaultInjection {
  readonly kind: "fault";
  /** Row of the table below. */
  readonly name: string;
  /** Operation of the sandbox, or a glob. */
  readonly operation: string;
  readonly fault: Readonly<Record<string, unknown>>;
  readonly times: number;
  /** Requests to leave alone before. */
  readonly skip: number;
}

/** Lists that show the past for the whole operation. */
interface LagInjection {
  readonly kind: "lag";
  readonly listLagMs: number;
}

/** When a process dies. */
export type Moment =
  | { readonly at: "time"; readonly ms: number }
  /** When the sandbox has logged so many requests, of those that the pattern of operations matches if there is one. */
  | { readonly at: "request"; readonly count: number; readonly operation?: string };

/** Processes of a Pulumi command that a round kills. */
export type Victim = "engine" | "program" | "provider";

/** A process that dies by SIGKILL. */
export interface KillInjection {
  readonly kind: "kill";
  readonly victim: Victim;
  readonly moment: Moment;
}

/** What is done to a run. */
export type Injection = FaultInjection | KillInjection | LagInjection;

/** What an operation does to the objects of the platform. */
export type Effect = "list" | "read" | "write";

interface FaultRow {
  readonly name: string;
  readonly weight: number;
  readonly on: readonly Effect[];
  readonly make: (random: Prng) => { readonly fault: Readonly<Record<string, unknown>>; readonly times?: number };
}

/** How the platform may show a node whose details it does not show. */
const hiddenDetails = [
  { omit: ["details"] },
  ...["", [], null, {}].map((details) => ({ fields: { details } })),
] as const;

const page = "<!DOCTYPE html><html><body><h1>Not found</h1></body></html>";
const notFound = { error: { code: "not_found", message: "Not found." } };
const any: readonly Effect[] = ["list", "read", "write"];

/** Every kind of fault; a new one is one more row. */
export const faultRows: readonly FaultRow[] = [
  { name: "drop before", weight: 2, on: any, make: () => ({ fault: { type: "drop" } }) },
  { name: "drop after", weight: 5, on: ["write"], make: () => ({ fault: { type: "drop", commit: true } }) },
  {
    name: "500 after",
    weight: 3,
    on: ["write"],
    make: () => ({ fault: { type: "status", status: 500, commit: true } }),
  },
  {
    name: "garbage after",
    weight: 1,
    on: ["write"],
    make: () => ({ fault: { type: "status", status: 200, body: page, commit: true } }),
  },
  {
    name: "503 before",
    weight: 2,
    on: any,
    make: (random) => ({ fault: { type: "status", status: 503 }, times: random.integer(1, 2) }),
  },
  {
    name: "429 storm",
    weight: 2,
    on: any,
    make: (random) => ({
      fault: { type: "status", status: 429, retryAfter: random.integer(0, 1) },
      times: random.integer(2, 6),
    }),
  },
  {
    name: "slow before",
    weight: 1,
    on: any,
    make: (random) => ({ fault: { type: "delay", ms: random.integer(1_000, 3_000) } }),
  },
  {
    name: "slow after",
    weight: 2,
    on: ["write"],
    make: (random) => ({ fault: { type: "delay", ms: random.integer(1_000, 3_000), commit: true } }),
  },
  // Rare: each costs the deadline of a request, 30 s.
  { name: "hang before", weight: 0.15, on: any, make: () => ({ fault: { type: "hang" } }) },
  { name: "hang after", weight: 0.25, on: ["write"], make: () => ({ fault: { type: "hang", commit: true } }) },
  {
    name: "404 page",
    weight: 2,
    on: any,
    make: (random) => ({ fault: { type: "status", status: 404, body: page }, times: random.integer(1, 3) }),
  },
  {
    name: "lagging read",
    weight: 3,
    on: ["read"],
    make: (random) => ({ fault: { type: "status", status: 404, body: notFound }, times: random.integer(1, 3) }),
  },
  { name: "403", weight: 1, on: any, make: () => ({ fault: { type: "status", status: 403 } }) },
  { name: "400", weight: 1, on: any, make: () => ({ fault: { type: "status", status: 400 } }) },
  { name: "truncated", weight: 2, on: any, make: () => ({ fault: { type: "truncate" } }) },
  { name: "cut", weight: 2, on: any, make: () => ({ fault: { type: "cut" } }) },
  {
    name: "stale list",
    weight: 2,
    on: ["list"],
    make: (random) => ({ fault: { type: "stale-list" }, times: random.integer(1, 3) }),
  },
  {
    name: "unreadable items",
    weight: 2,
    on: ["list"],
    make: (random) => ({
      fault: { type: "show-as", fields: { name: random.pick([7, {}, false]) } },
      times: random.integer(1, 3),
    }),
  },
  {
    name: "hidden details",
    weight: 2,
    on: any,
    make: (random) => ({
      fault: { type: "show-as", id: "ND-", ...random.pick(hiddenDetails) },
      times: random.integer(1, 6),
    }),
  },
];

/** One line about an injection. */
export function describe(injection: Injection): string {
  switch (injection.kind) {
    case "fault": {
      const { name, operation, skip, times } = injection;
      return `${name} on ${operation}${skip === 0 ? "" : ` after ${skip}`}${times === 1 ? "" : ` ${times} times`}`;
    }
    case "kill": {
      const { moment } = injection;
      const when =
        moment.at === "time"
          ? `after ${moment.ms} ms`
          : `at request ${moment.count}${moment.operation === undefined ? "" : ` of ${moment.operation}`}`;
      return `kill ${injection.victim} ${when}`;
    }
    case "lag":
      return `lists ${injection.listLagMs} ms late`;
    default:
      return injection satisfies never;
  }
}
