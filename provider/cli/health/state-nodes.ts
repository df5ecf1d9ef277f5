import type { NodeEndpoints } from "../../access/endpoints.js";
import { mainHost } from "../../access/hosts.js";
import { isObject, objectsIn } from "../../base/is-object.js";
import { chainKey } from "../../health/chains/chains.js";
import { z } from "../../vendor/zod.js";
import { CommandFailure } from "../command.js";
import { parseExportedState, parseJson } from "../exported-state.js";
import type { HealthSubject } from "./subject.js";

/** The nodes in an exported state. */
export interface StateNodes {
  /** Name of the stack; empty if the state is empty. */
  readonly stack: string;
  readonly subjects: readonly (HealthSubject & { readonly id: string })[];
}

const text = z.string().optional().catch(undefined);
const node = z.object({
  id: text,
  name: text,
  host: text,
  protocol: text,
  network: text,
  chain: text,
  type: text,
  mode: text,
  version: text,
  apiNamespaces: z.array(z.string()).optional().catch(undefined),
  endpoints: z.record(z.string(), z.string()).catch({}),
});

const tokenPattern = /^pulumi-nodejs:dynamic\/blockchain-nodes:(Network|Node)$/;

/**
 * The nodes in the output of `pulumi stack export --show-secrets`: every Node, also those that the stack only reads,
 * and the nodes of every Network. An old node that is pending deletion does not count.
 *
 * @throws {CommandFailure} if it is not an exported state, or its endpoints are encrypted
 */
export function nodesInState(exportedText: string): StateNodes {
  const deployment = parseExportedState(exportedText)?.deployment;
  if (deployment === undefined || deployment === null) {
    throw new CommandFailure(
      "Cannot read the state: it is not the output of `pulumi stack export --show-secrets`, or not a supported version of it.",
    );
  }
  const resources = deployment.resources ?? [];
  const [, stack = ""] = /^urn:pulumi:(.*?)::/s.exec(resources[0]?.urn ?? "") ?? [];
  const subjects = resources
    .filter((it) => it.delete !== true)
    .flatMap(({ type, urn, id = "", outputs }) => {
      const kind = tokenPattern.exec(type)?.[1];
      const logicalName = urn.slice(urn.lastIndexOf("::") + 2);
      if (kind === undefined) {
        return [];
      }
      const values = outputs ?? {};
      if (kind === "Node") {
        return [subjectOf({ ...values, id, endpoints: revealed(values.endpoints, logicalName) }, logicalName)];
      }
      const nodes = revealed(values.nodes, logicalName);
      // A network of which no nodes are known must not vanish from the report.
      return Array.isArray(nodes)
        ? objectsIn(nodes).map((own, index) =>
            subjectOf({ ...own, endpoints: revealed(own.endpoints, logicalName) }, `${logicalName}-${index}`),
          )
        : [subjectOf({ ...values, id, endpoints: {} }, logicalName)];
    });
  return { stack, subjects: withoutRepetitions(subjects) };
}

function subjectOf(values: object, logicalName: string): StateNodes["subjects"][number] {
  const { id = "", name = logicalName, host, protocol, network, chain, type, ...own } = node.parse(values);
  const endpoints: NodeEndpoints = own.endpoints;
  return {
    id,
    name,
    chain: chainKey(protocol, network ?? chain ?? ""),
    host: host ?? mainHost(endpoints),
    endpoints,
    promise: { mode: own.mode, version: own.version, apiNamespaces: own.apiNamespaces },
    isDedicated: type === "dedicated",
  };
}

/** One node may be in the state twice: as a resource of its own, and as one that the program only reads. */
function withoutRepetitions<Subject extends { readonly id: string }>(subjects: readonly Subject[]): readonly Subject[] {
  const seen = new Set<string>();
  return subjects.filter(({ id }) => {
    const isRepetition = id !== "" && seen.has(id);
    seen.add(id);
    return !isRepetition;
  });
}

// How the engine marks a secret.
const secretMark = "4dabf18193072939515e22adb298388d";

/**
 * A value of the state without the envelopes of secrets.
 *
 * @throws {CommandFailure} if a secret is encrypted or left out
 */
function revealed(value: unknown, logicalName: string): unknown {
  if (value === "[secret]") {
    throw encrypted(logicalName);
  }
  if (Array.isArray(value)) {
    return value.map((item) => revealed(item, logicalName));
  }
  if (!isObject(value)) {
    return value;
  }
  if (Object.hasOwn(value, secretMark)) {
    if (typeof value.plaintext !== "string") {
      throw encrypted(logicalName);
    }
    return revealed(parseJson(value.plaintext), logicalName);
  }
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, revealed(member, logicalName)]));
}

function encrypted(logicalName: string): CommandFailure {
  return new CommandFailure(
    `The endpoints of ${logicalName} are encrypted in this state: export it with \`pulumi stack export --show-secrets\`.`,
  );
}
