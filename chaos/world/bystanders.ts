import type { LogEntry } from "../../sandbox/index";
import type { Prng } from "../plan/prng";
import { handNames } from "../plan/resource-plan";
import type { HeldObjects, Platform } from "./platform";

/** What another team has in the same account. */
export interface Bystanders {
  /** Ids of its projects, networks and nodes. */
  readonly ids: ReadonlySet<string>;
  /** What has become of it since; empty when it is as it was. */
  damage(now: HeldObjects, log: readonly LogEntry[]): readonly string[];
}

const placement = { blockchain: "BC-000-000-010", cloud: "CC-0016" };

/** Makes a project with nodes whose names are those of a round, or like them. */
export async function makeBystanders(platform: Platform, random: Prng): Promise<Bystanders> {
  const project = (name: string) =>
    platform.call<{ readonly id: string }>("POST", "/v2/projects/", { name, description: "of another team" });
  const [first] = await Promise.all([project(`apps-${random.hex8()}`), project(handNames[0])]);
  const claim = `creating-${random.hex8()}-${random.hex8()}`;
  for (const name of [...handNames, `rpc-${random.hex8()}`, `archive-${random.hex8()}`, claim]) {
    await platform.call("POST", "/v2/nodes/", { name, project: first.id, ...placement });
  }
  const before = await platform.objects();
  const ids = new Set([...before.projects, ...before.networks, ...before.nodes].map(({ id }) => id));
  const pictures = picture(before, ids);
  return {
    ids,
    damage: (now, log) => {
      const present = picture(now, ids);
      const changed = [...pictures].filter(([id, text]) => present.get(id) !== text);
      const writes = log.filter(
        ({ method, path }) => method !== "GET" && path.split("/").some((segment) => ids.has(segment)),
      );
      return [
        ...changed.map(([id, text]) => `${id} was ${text} and is ${present.get(id) ?? "gone"}`),
        ...writes.map(({ method, path }) => `${method} ${path}`),
      ];
    },
  };
}

/** Everything about these objects that only a call can change. */
function picture({ projects, networks, nodes }: HeldObjects, ids: ReadonlySet<string>): ReadonlyMap<string, string> {
  const rows = [
    ...projects.map(({ id, name, description }) => ({ id, name, description })),
    ...networks.map(({ id, nodes: inside }) => ({ id, inside })),
    ...nodes.map(({ id, name, status, network, details }) => ({ id, name, status, network, details })),
  ];
  return new Map(rows.filter(({ id }) => ids.has(id)).map((row) => [row.id, JSON.stringify(row)]));
}
