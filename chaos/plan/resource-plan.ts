import type { Prng } from "./prng";
import type { Program, ProgramResource, Slot } from "./program";
import { slotsOf } from "./program";

/** Chains of version 2; the network of version 1 is of another one, so that it holds no node but its own. */
const chains = [
  { chain: "polygon-pos-mainnet", region: "lon1" },
  { chain: "bsc-mainnet", region: "sgp1" },
  { chain: "base-mainnet", region: "lax1" },
] as const;

/** Names that other teams give to objects too: names are not unique on the platform. */
export const handNames = ["frontend", "backend", "billing"] as const;

const globalPlace = { provider: "chainstack_global", region: "global1" } as const;
const londonPlace = { provider: "chainstack_managed", region: "lon1" } as const;
const waiting = { readiness: "platform", timeouts: { create: "20s" } };

/** What the choice of resources must contain. */
export interface Needs {
  /** A node that is deployed for a while, not at once. */
  readonly regional?: boolean;
  /** A node of version 2. */
  readonly node?: boolean;
}

/** The program of a round: a project, and some of the others. */
export function chooseProgram(random: Prng, needs: Needs = {}): Program {
  const project: ProgramResource = { type: "Project", name: "apps", args: handNamed(random, "billing"), refs: {} };
  const nodes = chooseNodes(random, needs);
  if (!random.chance(0.45)) {
    return [project, ...nodes];
  }
  const network = chooseNetwork(random);
  const extra: ProgramResource = {
    type: "Node",
    name: "extra",
    args: { ...chooseSlot(random, "backend"), ...waiting },
    refs: { networkId: "net" },
  };
  return [project, ...nodes, network, ...(random.chance(0.5) ? [extra] : [])];
}

function chooseNodes(random: Prng, needs: Needs): readonly ProgramResource[] {
  const isNeeded = needs.node === true || needs.regional === true;
  const count = Math.max(isNeeded ? 1 : 0, random.integer(0, 2));
  return ["rpc", "archive"].slice(0, count).map((name, index) => {
    const { chain, region } = random.pick(chains);
    const isRegional = (needs.regional === true && index === 0) || random.chance(0.4);
    const args = { chain, ...(isRegional ? { region } : {}), ...handNamed(random, handNames[index] ?? name) };
    // A real node takes a while to start: now and then is enough.
    const isProbed = !isRegional && random.chance(0.05);
    return {
      type: "Node",
      name,
      args: { ...args, ...waiting, ...(isProbed ? { readiness: "rpc" } : {}) },
      refs: { project: "apps" },
    };
  });
}

function chooseNetwork(random: Prng): ProgramResource {
  const slots = ["first", "second"].slice(0, random.integer(1, 2)).map((name) => chooseSlot(random, name));
  return {
    type: "Network",
    name: "net",
    args: { protocol: "ethereum", network: "ethereum-mainnet", nodes: slots, ...waiting },
    refs: { project: "apps" },
  };
}

function chooseSlot(random: Prng, name: string): Slot {
  const place = random.chance(0.5) ? globalPlace : londonPlace;
  return { ...handNamed(random, name), type: "shared", ...place, configuration: { archive: false } };
}

function handNamed(random: Prng, name: string): { readonly name?: string } {
  return random.chance(0.4) ? { name } : {};
}

/** The resource under another name; `suffix` keeps two changes apart. */
export function renamed(resource: ProgramResource, suffix: string): ProgramResource {
  const name = `renamed-${resource.name}-${suffix}`;
  if (resource.type !== "Network") {
    return { ...resource, args: { ...resource.args, name } };
  }
  const nodes = slotsOf(resource).map((slot, index) => (index === 0 ? { ...slot, name } : slot));
  return { ...resource, args: { ...resource.args, nodes } };
}

/** The resource in another place, which replaces it. A project has none. */
export function moved(resource: ProgramResource): ProgramResource {
  const { type, args } = resource;
  if (type === "Network") {
    const nodes = slotsOf(resource).map((slot) => ({ ...slot, ...otherPlace(slot.region) }));
    return { ...resource, args: { ...args, nodes } };
  }
  if (typeof args.chain !== "string") {
    return { ...resource, args: { ...args, ...otherPlace(args.region) } };
  }
  const next = chains[(chains.findIndex(({ chain }) => chain === args.chain) + 1) % chains.length];
  const region = args.region === undefined ? undefined : next?.region;
  // A region that is left out stays so.
  return { ...resource, args: { ...args, chain: next?.chain, ...(region === undefined ? {} : { region }) } };
}

function otherPlace(region: unknown): { readonly provider: string; readonly region: string } {
  return region === globalPlace.region ? londonPlace : globalPlace;
}
