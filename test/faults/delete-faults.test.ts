import { expect } from "chai";
import { rowsAt } from "../support/extent";
import { useHaste } from "../support/lifecycle/haste";
import { useOperations } from "../support/lifecycle/operations-scene";
import { type Kind, kinds, makeSubject, type Subject } from "../support/lifecycle/subjects";
import { failureOf } from "../support/platform/client-on-sandbox";

const html = "<html><body>Not Found</body></html>";

interface Strike {
  readonly name: string;
  readonly fault: Readonly<Record<string, unknown>>;
  /** How often it strikes: null is for ever. What a read repeats by itself until it passes need not strike once. */
  readonly times: readonly (number | null)[];
}

const both = [1, null] as const;
// Each 429 halves the pace: one more than a call repeats is a storm.
const storm = [7] as const;

/** What can happen to a DELETE: whether it was carried out is not told by what comes back. */
const strikesOnWrites: readonly Strike[] = [
  { name: "a connection lost before", fault: { type: "drop" }, times: both },
  { name: "a connection lost after", fault: { type: "drop", commit: true }, times: both },
  { name: "a 500 before", fault: { type: "status", status: 500 }, times: both },
  { name: "a 500 after", fault: { type: "status", status: 500, commit: true }, times: both },
  { name: "a page, 502, after", fault: { type: "status", status: 502, body: html, commit: true }, times: both },
  { name: "a page, 200, before", fault: { type: "status", status: 200, body: html }, times: both },
  { name: "a page, 404, before", fault: { type: "status", status: 404, body: html }, times: both },
  { name: "a 404 before", fault: { type: "status", status: 404 }, times: both },
  { name: "a 404 after", fault: { type: "status", status: 404, commit: true }, times: both },
  { name: "a 401", fault: { type: "status", status: 401 }, times: both },
  { name: "a 403", fault: { type: "status", status: 403 }, times: both },
  { name: "a 409", fault: { type: "status", status: 409 }, times: both },
  { name: "a storm of 429", fault: { type: "status", status: 429, retryAfter: 0 }, times: storm },
  { name: "a cut", fault: { type: "cut" }, times: both },
  { name: "a slow answer", fault: { type: "delay", ms: 20 }, times: [1] },
  { name: "a hang before", fault: { type: "hang" }, times: [1] },
  { name: "a hang after", fault: { type: "hang", commit: true }, times: [1] },
];

/** What can happen to a GET. */
const strikesOnReads: readonly Strike[] = [
  { name: "a connection lost", fault: { type: "drop" }, times: [null] },
  { name: "a 500", fault: { type: "status", status: 500 }, times: [null] },
  { name: "a storm of 429", fault: { type: "status", status: 429, retryAfter: 0 }, times: storm },
  { name: "a 404", fault: { type: "status", status: 404 }, times: both },
  { name: "a page, 404,", fault: { type: "status", status: 404, body: html }, times: both },
  { name: "a page, 200,", fault: { type: "status", status: 200, body: html }, times: [null] },
  { name: "an empty list", fault: { type: "status", status: 200, body: { count: 2, results: [] } }, times: [null] },
  { name: "a 401", fault: { type: "status", status: 401 }, times: [null] },
  { name: "a 403", fault: { type: "status", status: 403 }, times: [null] },
  { name: "an answer of half its length", fault: { type: "truncate" }, times: [null] },
  { name: "a list of before", fault: { type: "stale-list" }, times: [null] },
];

/** A DELETE that is not carried out, and does not say so: with reads that find nothing it looks like an absence. */
const disguises: readonly Strike[] = [
  { name: "a connection lost", fault: { type: "drop" }, times: both },
  { name: "a 500", fault: { type: "status", status: 500 }, times: both },
  { name: "a page, 200,", fault: { type: "status", status: 200, body: html }, times: both },
  { name: "a 404", fault: { type: "status", status: 404 }, times: both },
];

describe("a deletion", () => {
  const impatiently = useHaste();
  const bench = useOperations();
  const { sandbox } = bench;
  const make = async (kind: Kind, isThere: boolean): Promise<Subject> => {
    const subject = await makeSubject(kind, bench);
    return { ...subject, outs: { ...subject.outs, timeouts: { delete: "20s" } }, ...(isThere ? {} : { nodes: [] }) };
  };
  const remove = ({ id, outs, operations }: Subject) =>
    impatiently(() => failureOf(operations.remove(id, outs, bench.context())));
  const disappear = ({ id }: Subject) => sandbox.admin<void>("DELETE", `/objects/${id}`);

  /** A success means that it is gone; after a failure, which says why, the next deletion succeeds. */
  const expectHonest = async (subject: Subject, where: string): Promise<void> => {
    const error = await remove(subject);
    if (error === undefined) {
      expect(await bench.exists(subject.id), `${where}: success, but it is there`).to.equal(false);
    } else {
      expect(error.message, where).to.match(/^\S[^\n]{20,}\.$/);
      expect(error.message, where).not.to.match(/Unexpected|\[object/);
    }
    await sandbox.admin("DELETE", "/faults");
    const again = await remove(subject);
    expect(again?.message, `${where}: after ${error?.message ?? "success"}`).to.equal(undefined);
    const left = [subject.id, ...(subject.path.startsWith("/v1/networks/") ? subject.nodes : [])];
    for (const id of left) {
      expect(await bench.exists(id), `${where}: ${id} is left after the second deletion`).to.equal(false);
    }
  };

  for (const kind of kinds) {
    for (const isThere of [true, false]) {
      const beginning = isThere ? "is there" : "was deleted outside";
      it(`of a ${kind} that ${beginning} ends with it gone, or says why not, whatever strikes any request`, async () => {
        const undisturbed = await make(kind, isThere);
        if (!isThere) {
          await disappear(undisturbed);
        }
        expect((await remove(undisturbed))?.message).to.equal(undefined);
        const requests = new Set((await sandbox.requests()).map(withoutIds));
        expect(requests.size).to.be.within(3, 9);
        for (const [place, request] of [...requests].entries()) {
          const [method = "", path = ""] = request.split(" ");
          const strikes = method === "GET" ? strikesOnReads : strikesOnWrites;
          // What is gone already cannot be deleted, whatever the answer is.
          for (const { name, fault, times } of rowsAt(strikes, place).filter(() => isThere || method === "GET")) {
            for (const count of times) {
              const subject = await make(kind, isThere);
              await sandbox.fault({ method, path }, fault, count);
              if (!isThere) {
                await disappear(subject);
              }
              await expectHonest(subject, `${name} ${count ?? "at every"} ${request}`);
            }
          }
          for (const { name, fault, times } of rowsAt(disguises, place).filter(() => isThere && method === "DELETE")) {
            for (const count of times) {
              const subject = await make(kind, isThere);
              await sandbox.fault({ method, path }, fault, 1);
              await sandbox.fault({ method: "GET", path }, { type: "status", status: 404 }, count);
              await expectHonest(subject, `${name} at ${request}, and then 404 to reads, ${count ?? "always"}`);
            }
          }
        }
      }).timeout(240_000);
    }
  }
});

function withoutIds(request: string): string {
  return request.replace(/\/[A-Z]{2}-[\d-]+\//, "/*/");
}
