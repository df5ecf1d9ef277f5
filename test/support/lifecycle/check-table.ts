import { expect } from "chai";
import { check, said, warned } from "./sample-inputs";

/** Arguments of a resource. */
export type Args = Readonly<Record<string, unknown>>;

/** Arguments, and what is said about them. */
export type Row = readonly [name: string, news: Args, failures: readonly RegExp[], warnings?: readonly RegExp[]];

/** One test for each row: the arguments, and what is said about them. */
export function table(subject: "node" | "network", rows: readonly Row[]): void {
  for (const [name, news, failures, warnings = []] of rows) {
    const verb = failures.length > 0 ? "refuses" : warnings.length > 0 ? "warns of" : "accepts";
    it(`${verb} ${name}`, () => {
      const outcome = check[subject](news);
      for (const [actual, expected] of [
        [said(outcome), failures],
        [warned(outcome), warnings],
      ] as const) {
        expect(actual, actual.join("\n")).to.have.length(expected.length);
        expected.forEach((pattern, index) => {
          expect(actual[index]).to.match(pattern);
        });
      }
    });
  }
}

/** What is said of a name that the bundled catalogue lacks. */
const newer =
  /is not in the catalogue that comes with this package \(last renewed \d{4}-\d\d-\d\d\); `create` asks the platform$/;
/** The warning of such a name. */
export const named = (property: string, name: string) => new RegExp(`^${property}: "${name}" ${newer.source}`);
