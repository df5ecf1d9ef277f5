import { expect } from "chai";
import { rowsAt } from "../support/extent";
import { useFastRetries } from "../support/lifecycle/fast-retries";
import { useOperations } from "../support/lifecycle/operations-scene";
import { type Kind, kinds, makeSubject, type Subject } from "../support/lifecycle/subjects";
import { failureOf } from "../support/platform/client-on-sandbox";

const html = "<html><body>Not Found</body></html>";

interface Fault {
  readonly name: string;
  readonly fault: Readonly<Record<string, unknown>>;
  /** How many requests it hits, null for all. What a read retries until it passes does not need to hit only once. */
  readonly times: readonly (number | null)[];
}

const onceOrAlways = [1, null] as const;
// Each 429 halves the rate: one more than a call retries is too many.
const tooMany = [7] as const;

/** Faults of a DELETE: the response does not reveal whether it took effect. */
const writeFaults: readonly Fault[] = [
  { name: "a connection lost before", fault: { type: "drop" }, times: onceOrAlways },
  { name: "a connection lost after", fault: { type: "drop", commit: true }, times: onceOrAlways },
  { name: "a 500 before", fault: { type: "status", status: 500 }, times: onceOrAlways },
  { name: "a 500 after", fault: { type: "status", status: 500, commit: true }, times: onceOrAlways },
  {
    name: "an HTML page, 502, after",
    fault: { type: "status", status: 502, body: html, commit: true },
    times: onceOrAlways,
  },
  { name: "an HTML page, 200, before", fault: { type: "status", status: 200, body: html }, times: onceOrAlways },
  { name: "an HTML page, 404, before", fault: { type: "status", status: 404, body: html }, times: onceOrAlways },
  { name: "a 404 before", fault: { type: "status", status: 404 }, times: onceOrAlways },
  { name: "a 404 after", fault: { type: "status", status: 404, commit: true }, times: onceOrAlways },
  { name: "a 401", fault: { type: "status", status: 401 }, times: onceOrAlways },
  { name: "a 403", fault: { type: "status", status: 403 }, times: onceOrAlways },
  { name: "a 409", fault: { type: "status", status: 409 }, times: onceOrAlways },
  { name: "repeated 429", fault: { type: "status", status: 429, retryAfter: 0 }, times: tooMany },
  { name: "a response cut off", fault: { type: "cut" }, times: onceOrAlways },
  { name: "a slow response", fault: { type: "delay", ms: 20 }, times: [1] },
  { name: "a hang before", fault: { type: "hang" }, times: [1] },
  { name: "a hang after", fault: { type: "hang", commit: true }, times: [1] },
];

/** Faults of a GET. */
const readFaults: readonly Fault[] = [
  { name: "a connection lost", fault: { type: "drop" }, times: [null] },
  { name: "a 500", fault: { type: "status", status: 500 }, times: [null] },
  { name: "repeated 429", fault: { type: "status", status: 429, retryAfter: 0 }, times: tooMany },
  { name: "a 404", fault: { type: "status", status: 404 }, times: onceOrAlways },
  { name: "an HTML page, 404,", fault: { type: "status", status: 404, body: html }, times: onceOrAlways },
  { name: "an HTML page, 200,", fault: { type: "status", status: 200, body: html }, times: [null] },
  { name: "an empty list", fault: { type: "status", status: 200, body: { count: 2, results: [] } }, times: [null] },
  { name: "a 401", fault: { type: "status", status: 401 }, times: [null] },
  { name: "a 403", fault: { type: "status", status: 403 }, times: [null] },
  { name: "half of the response", fault: { type: "truncate" }, times: [null] },
  { name: "a stale list", fault: { type: "stale-list" }, times: [null] },
];

/** A DELETE that silently has no effect: together with reads that find nothing it looks like an absence. */
const maskedFaults: readonly Fault[] = [
  { name: "a connection lost", fault: { type: "drop" }, times: onceOrAlways },
  { name: "a 500", fault: { type: "status", status: 500 }, times: onceOrAlways },
  { name: "an HTML page, 200,", fault: { type: "status", status: 200, body: html }, times: onceOrAlways },
  { name: "a 404", fault: { type: "status", status: 404 }, times: onceOrAlways },
];

describe("delete under faults", () => {
  const withShortTimeout = useFastRetries();
  const scene = useOperations();
  const { sandbox } = scene;
  const make = async (kind: Kind, isPresent: boolean): Promise<Subject> => {
    const subject = await makeSubject(kind, scene);
    return { ...subject, outs: { ...subject.outs, timeouts: { delete: "20s" } }, ...(isPresent ? {} : { nodes: [] }) };
  };
  const remove = ({ id, outs, operations }: Subject) =>
    withShortTimeout(() => failureOf(operations.remove(id, outs, scene.context())));
  const deleteOutside = ({ id }: Subject) => sandbox.admin<void>("DELETE", `/objects/${id}`);

  /** Success means that it is deleted. After a failure, which states the reason, the next deletion succeeds. */
  const expectCorrect = async (subject: Subject, where: string): Promise<void> => {
    const error = await remove(subject);
    if (error === undefined) {
      expect(await scene.exists(subject.id), `${where}: success, but it still exists`).to.equal(false);
    } else {
      expect(error.message, where).to.match(/^\S[^\n]{20,}\.$/);
      expect(error.message, where).not.to.match(/Unexpected|\[object/);
    }
    await sandbox.admin("DELETE", "/faults");
    const again = await remove(subject);
    expect(again?.message, `${where}: after ${error?.message ?? "success"}`).to.equal(undefined);
    const left = [subject.id, ...(subject.path.startsWith("/v1/networks/") ? subject.nodes : [])];
    for (const id of left) {
      expect(await scene.exists(id), `${where}: ${id} is left after the second deletion`).to.equal(false);
    }
  };

  for (const kind of kinds) {
    for (const isPresent of [true, false]) {
      const state = isPresent ? "present" : "deleted outside";
      it(`${kind}, ${state}, any fault of any request: deleted, or rejected with the reason`, async () => {
        const undisturbed = await make(kind, isPresent);
        if (!isPresent) {
          await deleteOutside(undisturbed);
        }
        expect((await remove(undisturbed))?.message).to.equal(undefined);
        const requests = new Set((await sandbox.requests()).map(withoutIds));
        expect(requests.size).to.be.within(3, 9);
        for (const [place, request] of [...requests].entries()) {
          const [method = "", path = ""] = request.split(" ");
          const faults = method === "GET" ? readFaults : writeFaults;
          // An already deleted object cannot be deleted, whatever the response.
          for (const { name, fault, times } of rowsAt(faults, place).filter(() => isPresent || method === "GET")) {
            for (const count of times) {
              const subject = await make(kind, isPresent);
              await sandbox.fault({ method, path }, fault, count);
              if (!isPresent) {
                await deleteOutside(subject);
              }
              await expectCorrect(subject, `${name} ${count ?? "at every"} ${request}`);
            }
          }
          for (const { name, fault, times } of rowsAt(maskedFaults, place).filter(
            () => isPresent && method === "DELETE",
          )) {
            for (const count of times) {
              const subject = await make(kind, isPresent);
              await sandbox.fault({ method, path }, fault, 1);
              await sandbox.fault({ method: "GET", path }, { type: "status", status: 404 }, count);
              await expectCorrect(subject, `${name} at ${request}, and then 404 to reads, ${count ?? "always"}`);
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
