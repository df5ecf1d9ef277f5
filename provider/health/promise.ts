import { isMissing } from "./offer.js";
import type { ProbeSession } from "./session/session.js";
import type { CheckName, CheckResult } from "./verdict.js";

/** The check that shows whether an API namespace works. Others are part of the basics, or cannot be told. */
const checkOfNamespace: Readonly<Record<string, CheckName>> = {
  debug: "debug",
  ots: "ots",
  trace: "trace",
  txpool: "mempool",
};

/**
 * Compares what the platform states about a node with the evidence so far, and records each difference; one `healthy`
 * result if all that could be compared is as stated. What was not asked, or not answered, is no difference, and neither
 * is more than was stated: global nodes, for example, do not state that they have archive data.
 */
export function checkPromise(session: ProbeSession): void {
  const { mode, version, apiNamespaces = [] } = session.target.promise ?? {};
  const results = [
    ...(mode?.toLowerCase() === "archive" ? archivePromise(session) : []),
    ...apiNamespaces.flatMap((name) => namespacePromise(session, name)),
    ...versionPromise(session, version),
  ];
  const differences = results.filter((result) => typeof result !== "string");
  const kept = results.filter((result) => typeof result === "string");
  for (const difference of differences) {
    session.add(difference);
  }
  if (differences.length === 0 && kept.length > 0) {
    session.add({ check: "promise", verdict: "healthy", why: `as stated by the platform: ${kept.join(", ")}` });
  }
}

/** A difference, or what is as stated. */
type Outcome = CheckResult | string;

function archivePromise(session: ProbeSession): readonly Outcome[] {
  const archive = evidence(session, "archive") ?? evidence(session, "depth");
  if (
    archive === undefined ||
    archive.verdict === "unknown" ||
    archive.verdict === "gated" ||
    archive.observed === "undetermined"
  ) {
    return [];
  }
  return isMissing(archive) ? [broken("archive", "full", `mode archive, but ${archive.why}`)] : ["archive"];
}

function namespacePromise(session: ProbeSession, namespace: string): readonly Outcome[] {
  const name = namespace.toLowerCase();
  const check = Object.hasOwn(checkOfNamespace, name) ? checkOfNamespace[name] : undefined;
  const found = check === undefined ? undefined : evidence(session, check);
  // A plan gate is shown by its own verdict.
  if (found === undefined || found.verdict === "unknown" || found.verdict === "gated") {
    return [];
  }
  return isMissing(found) ? [broken(name, found.observed ?? "missing", `namespace ${name}, but ${found.why}`)] : [name];
}

function broken(threshold: string, observed: string, seen: string): CheckResult {
  const why = `the platform states ${seen}`;
  return { check: "promise", verdict: "degraded", cause: "broken-promise", observed, threshold, why };
}

const numbers = /\d+(?:\.\d+)+|\d+/;

/**
 * The platform keeps clients up to date, and its statement may be older than the client: another minor version is only
 * noted. Another major version may change what the node does, so that it lowers the verdict.
 */
function versionPromise(session: ProbeSession, stated: string | undefined): readonly Outcome[] {
  const client = evidence(session, "client")?.observed;
  const [wanted] = numbers.exec(stated ?? "") ?? [];
  const [seen] = numbers.exec(afterName(client ?? "")) ?? [];
  if (stated === undefined || client === undefined || wanted === undefined || seen === undefined) {
    return [];
  }
  if (seen === wanted || seen.startsWith(`${wanted}.`) || client.includes(stated)) {
    return [`version ${wanted}`];
  }
  const isMajor = wanted.split(".")[0] !== seen.split(".")[0];
  const why = `the platform states version ${stated}, and the client is ${client}`;
  const difference = { check: "promise", cause: "broken-promise", observed: seen, threshold: wanted, why } as const;
  return [{ ...difference, verdict: isMajor ? "degraded" : "healthy" }];
}

// "Geth/v1.14.8-stable/…", "/Satoshi:27.1.0/", "erigon/2.60.1": a name may contain digits of its own.
function afterName(client: string): string {
  return /[/:]v?\d.*/.exec(client)?.[0] ?? client;
}

function evidence({ checks }: ProbeSession, name: CheckName): CheckResult | undefined {
  return checks.find(({ check }) => check === name);
}
