import { setTimeout as sleep } from "node:timers/promises";
import { openHome } from "../test/support/engine/home";
import { openPlatform, type Platform } from "./platform";
import { type PartOptions, type Row, row } from "./rows";
import { commands, openNodes, withoutCheckpoints } from "./stacks";

const count = 200;
const lookMs = 50;

/**
 * What remains of an `up` whose engine is killed when half of the nodes have their names: the nodes that the platform
 * has beyond those in state, after the next `up` has succeeded.
 */
export async function benchKilled({ say }: PartOptions): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (const [name, env] of [
    ["with checkpoints", {}],
    ["without checkpoints", withoutCheckpoints],
  ] as const) {
    const [platform, home] = [await openPlatform(), await openHome()];
    try {
      const nodes = await openNodes(platform, home, count, { env });
      const { command, must } = nodes.stack;
      const ended = new AbortController();
      let killing: Promise<void> | undefined;
      const { ok } = await command(commands.up, {
        onSpawn: (child) => {
          killing = halfDone(platform, ended.signal).then(() => void child.kill("SIGKILL"));
        },
      }).finally(() => ended.abort());
      await killing;
      if (ok) {
        throw new Error("The command ended before it was killed.");
      }
      await must("cancel", "--yes");
      await nodes.run("up");
      const left = (await nodesOf(platform)).length - count;
      say(`${count} nodes, up killed halfway, ${name}: ${left} nodes in no state after the next up`);
      rows.push(row(`${count} nodes, up killed halfway, ${name}: nodes in no state after the next up`, left, ""));
    } finally {
      await platform.close();
      await home.dispose();
    }
  }
  return rows;
}

async function halfDone(platform: Platform, ended: AbortSignal): Promise<void> {
  const isNamed = ({ name }: Named) => !name.startsWith("creating-");
  while (!ended.aborted && (await nodesOf(platform)).filter(isNamed).length < count / 2) {
    await sleep(lookMs, undefined, { signal: ended }).catch(() => undefined);
  }
}

interface Named {
  readonly name: string;
}

async function nodesOf({ baseUrl, apiKey }: Platform): Promise<readonly Named[]> {
  const named: Named[] = [];
  for (let url: string | null = `${baseUrl}/v2/nodes/?page_size=100`; url !== null; ) {
    const answer = await fetch(url, { headers: { authorization: `Bearer ${apiKey}` } });
    const page = (await answer.json()) as { readonly results: readonly Named[]; readonly next: string | null };
    named.push(...page.results);
    url = page.next;
  }
  return named;
}
