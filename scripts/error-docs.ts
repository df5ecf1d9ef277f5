import { writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { errorCatalogue } from "../provider/error-catalogue.js";
import { failureTable } from "../provider/platform/failures.js";

/** The page `docs/errors.md`, made from the code. */
export function renderErrorDocs(): string {
  const sections = Object.entries(errorCatalogue).map(([code, { name, meaning, causes }]) =>
    [
      `## ${code}`,
      "",
      `\`${name}\`. ${meaning}`,
      "",
      "| Cause | Fix |",
      "|---|---|",
      ...causes.map(({ cause, fix }) => `| ${cell(cause)} | ${cell(fix)} |`),
      "",
    ].join("\n"),
  );
  const statuses = failureTable.map(({ status, code, next }) => `| ${status} | [${code}](#${code}) | ${cell(next)} |`);
  return [
    "# Errors",
    "",
    "Made from the code by `npm run docs:errors`. Every error of the package has a `code`, the name of a section below, a `message` of one",
    "line that says what was tried, what happened and what to do next, and, where the platform gave one, a `requestId` for its support.",
    "No message holds a key, a token, a password or the path of an endpoint.",
    "",
    "| Status of the management API | Error | Next step |",
    "|---|---|---|",
    ...statuses,
    "",
    ...sections,
  ]
    .join("\n")
    .trimEnd()
    .concat("\n");
}

function cell(text: string): string {
  return text.replaceAll("|", "\\|");
}

if (require.main === module) {
  writeFileSync(resolve(__dirname, "../docs/errors.md"), renderErrorDocs());
}
