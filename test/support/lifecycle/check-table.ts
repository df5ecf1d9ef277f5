import { expect } from "chai";
import { check, failuresOf, warningsOf } from "./sample-inputs";

/** Arguments of a resource. */
export type Args = Readonly<Record<string, unknown>>;

/** Arguments, and what `check` reports about them. */
export type Row = readonly [name: string, news: Args, failures: readonly RegExp[], warnings?: readonly RegExp[]];

/** One test per row. */
export function table(subject: "node" | "network", rows: readonly Row[]): void {
  for (const [name, news, failures, warnings = []] of rows) {
    const outcome = failures.length > 0 ? "rejected" : warnings.length > 0 ? "warning" : "accepted";
    it(`${name}: ${outcome}`, () => {
      const result = check[subject](news);
      for (const [actual, expected] of [
        [failuresOf(result), failures],
        [warningsOf(result), warnings],
      ] as const) {
        expect(actual, actual.join("\n")).to.have.length(expected.length);
        expected.forEach((pattern, index) => {
          expect(actual[index]).to.match(pattern);
        });
      }
    });
  }
}

/** The reason reported for a name that the bundled catalogue lacks. */
const newer =
  /is not in the catalogue that comes with this package \(last renewed \d{4}-\d\d-\d\d\); `create` checks with the platform$/;
/** The warning about such a name. */
export const named = (property: string, name: string) => new RegExp(`^${property}: "${name}" ${newer.source}`);
