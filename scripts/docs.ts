import { writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { errorCatalogue } from "../provider/errors/catalogue.js";
import { changeTable } from "../provider/lifecycle/changes.js";
import { failureTable } from "../provider/platform/failures.js";

/** Documentation pages generated from the code, by path. A test compares the two. */
export const pages: Readonly<Record<string, () => string>> = {
  "provider/docs/errors.md": errorPage,
  "provider/docs/changes.md": changePage,
};

function errorPage(): string {
  const statuses = failureTable.map(({ status, code, next }) => [status, `[${code}](#${code})`, next]);
  const sections = Object.entries(errorCatalogue).map(
    ([code, { name, meaning, fixes }]) =>
      `## ${code}\n\n\`${name}\`. ${meaning}\n\n${table(["Cause", "Fix"], Object.entries(fixes))}`,
  );
  return [
    "# Errors",
    `Generated from the code by \`npm run docs\`. Every error of the package has a \`code\`, the name of a section below, and a one-line
\`message\` that says what happened, why, and what to do next. If the platform provided them, it also has a \`requestId\` for its support,
and its error code as \`platformCode\` (for example \`quota_exceeded\`). No message contains a key, a token, a password or the path of an
endpoint.`,
    table(["Status of the management API", "Error", "Next step"], statuses),
    ...sections,
    "",
  ].join("\n\n");
}

const effects = {
  probe: "probes again",
  replace: "replaces",
  store: "stored, no call",
  wait: "stored; waits again when raised",
  update: "in place",
} as const;

function changePage(): string {
  const sections = Object.entries(changeTable).map(
    ([type, rows]) =>
      `## ${type}\n\n${table(
        ["Argument", "Effect", "Why"],
        rows.map(({ argument, effect, why }) => [`\`${argument}\``, effects[effect], why]),
      )}`,
  );
  return [
    "# What a change does",
    `Generated from the code by \`npm run docs\`. A replacement, and an update that resumes an interrupted create, state their reason
in the engine's display. The same placement in another form (names instead of ids, a default omitted) is not a replacement. What the
platform reports about status, addresses and versions is never a change.`,
    ...sections,
    "",
  ].join("\n\n");
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  return [line(head), `|${"---|".repeat(head.length)}`, ...rows.map(line)].join("\n");
}

if (require.main === module) {
  for (const [place, render] of Object.entries(pages)) {
    writeFileSync(resolve(__dirname, "..", place), render().trimEnd().concat("\n"));
  }
}
