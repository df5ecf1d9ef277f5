import { readCount } from "../../access/codec/decode.js";
import { isObject } from "../../base/is-object.js";
import { askParts, type Part } from "../batch-parts.js";
import { addOmitted } from "../evidence.js";
import { addOffer } from "../offer.js";
import { addPeers } from "../peers.js";
import type { PricedCall } from "../session/budget.js";
import type { Reading } from "../session/reading.js";
import type { ProbeSession } from "../session/session.js";
import type { CheckName } from "../verdict.js";
import { addArchive, archiveBlocks, stateAt } from "./archive.js";
import { blockAt, type EvmView, hexOf, oldCall, viewOf } from "./evm-head.js";
import { addFilters, newFilter } from "./filters.js";
import { addSocket } from "./socket.js";
import { type TracedBlock, traceOffers } from "./traces.js";

// Below the head, where every backend of a load balancer has arrived.
const settledBlocks = 8;
const blocksToTry = 3;

/**
 * Checks what an EVM node offers beyond the basics: old state and logs, traces, filters, mempool, WebSocket, and peers
 * of a dedicated node. What is not offered is recorded; `checkPromise` decides whether that matters.
 */
export async function probeEvmCapabilities(session: ProbeSession): Promise<void> {
  const view = viewOf(session);
  if (view === undefined) {
    return;
  }
  // The subscription first: it spends its unit at once, so that the rest knows what is left.
  await Promise.all([addSocket(session, view.blockTimeMs), probeOffers(session, view)]);
}

async function probeOffers(session: ProbeSession, view: EvmView): Promise<void> {
  await askParts(session, partsOf(session, view.head.number));
  await addTraces(session, view.head.number);
}

function partsOf(session: ProbeSession, head: number): readonly Part[] {
  const { facts, target } = session;
  const states = archiveBlocks(head, facts.stateBlocks);
  const recent = Math.max(1, head - settledBlocks);
  const promised = target.promise?.apiNamespaces ?? [];
  return [
    {
      check: "archive",
      calls: states.map((block) => stateAt(block, head)),
      record: (readings) => void addArchive(session, head, states, readings),
    },
    {
      check: "logs",
      calls: [logsOf(recent, head), logsOf(1, head)],
      record: ([young, old]) => addLogs(session, young, old),
    },
    {
      check: "mempool",
      calls: [{ method: "txpool_status" }],
      record: ([status]) => record(session, "mempool", "txpool_status", status, describePool),
    },
    ...(promised.some((name) => /^ots$/i.test(name))
      ? [
          {
            check: "ots" as const,
            calls: [{ method: "ots_getApiLevel" }],
            record: ([level]: readonly Reading[]) =>
              record(session, "ots", "ots_getApiLevel", level, (value) => {
                const number = readCount(value);
                return number === undefined ? undefined : `level ${number}`;
              }),
          },
        ]
      : []),
    ...(target.isDedicated === true
      ? [
          {
            check: "peers" as const,
            calls: [{ method: "net_peerCount" }],
            record: ([count]: readonly Reading[]) =>
              count === undefined ? undefined : addPeers(session, count, (value) => value),
          },
        ]
      : []),
    {
      check: "filters",
      calls: [newFilter],
      reserve: 2,
      record: ([created]) => (created === undefined ? undefined : addFilters(session, created)),
    },
  ];
}

async function addTraces(session: ProbeSession, head: number): Promise<void> {
  const block = await blockToTrace(session, head);
  for (const { call, rule } of traceOffers) {
    const calls = [call(block)];
    const offer = rule(block);
    if (session.costOf(calls) > session.unitsLeft) {
      addOmitted(session, offer.check, session.costOf(calls));
      continue;
    }
    const [traces] = await session.ask(calls);
    if (traces !== undefined) {
      addOffer(session, offer, traces);
    }
  }
}

/** The recent block with the fewest transactions above none: traces of busy blocks are large. */
async function blockToTrace(session: ProbeSession, head: number): Promise<TracedBlock> {
  const newest = Math.max(1, head - settledBlocks);
  const numbers = Array.from({ length: Math.min(blocksToTry, newest) }, (_, index) => newest - index);
  const answers = await session.ask(numbers.map((number) => blockAt(number, head)));
  const blocks = answers.flatMap((answer, index) => {
    const transactions = answer.ok && isObject(answer.value) ? answer.value.transactions : undefined;
    const number = numbers[index];
    return Array.isArray(transactions) && transactions.length > 0 && number !== undefined
      ? [{ number, transactions: transactions.length }]
      : [];
  });
  return blocks.sort((a, b) => a.transactions - b.transactions)[0] ?? { number: newest, transactions: 0 };
}

function logsOf(number: number, head: number): PricedCall {
  const block = hexOf(number);
  return oldCall("eth_getLogs", [{ fromBlock: block, toBlock: block }], number, head);
}

/** Log history is separate from state: its loss is recorded, and never lowers the verdict. */
function addLogs(session: ProbeSession, young: Reading | undefined, old: Reading | undefined): void {
  if (young === undefined || old === undefined) {
    return;
  }
  const isComplete = young.ok && old.ok && Array.isArray(young.value) && Array.isArray(old.value);
  if (isComplete || !young.ok || !Array.isArray(young.value)) {
    const describe = (value: unknown) => (Array.isArray(value) ? "of the first block and of a recent one" : undefined);
    addOffer(session, { check: "logs", what: "eth_getLogs", describe }, young, young, old);
    return;
  }
  const seen = old.ok ? "" : `: ${old.failure.message}`;
  const why = `logs of recent blocks, but not of block 1${seen}`;
  session.add({ check: "logs", verdict: "healthy", observed: "recent only", why }, young, old);
}

function record(
  session: ProbeSession,
  check: CheckName,
  what: string,
  reading: Reading | undefined,
  describe: (value: unknown) => string | undefined,
): void {
  if (reading !== undefined) {
    addOffer(session, { check, what, describe }, reading);
  }
}

function describePool(value: unknown): string | undefined {
  const pending = isObject(value) ? readCount(value.pending) : undefined;
  return pending === undefined ? undefined : `${pending} pending transactions`;
}
