import { chooseInjections } from "./choose-injections";
import type { Injection } from "./injections";
import { type Prng, prng } from "./prng";
import type { Program, ProgramResource } from "./program";
import { chooseProgram, moved, renamed } from "./resource-plan";
import type { Scenario } from "./scenario";

/** A round as data: everything but the timing of the machine follows from it. */
export interface RoundPlan {
  /** What repeats it, and the seed of the sandbox. */
  readonly seed: number;
  readonly scenario: Scenario;
  /** Program of the stack before; undefined when there is none. */
  readonly before: Program | undefined;
  /** Program of the run that is disturbed. */
  readonly during: Program;
  /** Program of the runs after it. */
  readonly after: Program;
  /** Logical name of the resource that `--replace` names. */
  readonly forced?: string;
  readonly injections: readonly Injection[];
  /** What is done to the first run after it. */
  readonly again: readonly Injection[];
  /** What follows a disturbed run: the same again, or the end of the stack. */
  readonly recovery: "destroy" | "up";
  /** Whether a refresh comes before the recovery. */
  readonly isRefreshed: boolean;
  /** A second machine, whose stack has the same name, and no `ownerSalt` either. */
  readonly other?: SecondMachine;
  /** Whether leftovers that may stay until the destroy are swept before it. */
  readonly isSweptFirst: boolean;
}

/** What a second machine runs. */
export type SecondMachine = Pick<RoundPlan, "during" | "injections">;

const scenarios: readonly { readonly scenario: Scenario; readonly weight: number }[] = [
  { scenario: "create", weight: 8 },
  { scenario: "replace", weight: 3 },
  { scenario: "forced", weight: 3 },
  { scenario: "delete first", weight: 2 },
  { scenario: "rename", weight: 2 },
  { scenario: "finish", weight: 2 },
  { scenario: "refresh", weight: 2 },
  { scenario: "destroy", weight: 2 },
];

/** The programs of a scenario. */
type Programs = Pick<RoundPlan, "before" | "during"> & { readonly forced?: string };

const choices: Readonly<Record<Scenario, (random: Prng) => Programs>> = {
  create: (random) => ({ before: undefined, during: chooseProgram(random) }),
  refresh: (random) => unchanged(chooseProgram(random)),
  destroy: (random) => unchanged(chooseProgram(random)),
  rename: (random) => {
    const before = chooseProgram(random, { node: true });
    const count = random.integer(1, 2);
    const names = Array.from({ length: count }, () => random.pick(before).name);
    return { before, during: before.map((it) => (names.includes(it.name) ? renamed(it, "1") : it)) };
  },
  finish: (random) => {
    const during = chooseProgram(random, { regional: true });
    return { before: during, during };
  },
  replace: (random) => {
    const before = chooseProgram(random, { node: true });
    const { name } = random.pick(placed(before));
    return { before, during: before.map((it) => (it.name === name ? moved(it) : it)) };
  },
  forced: (random) => {
    const program = chooseProgram(random, { node: true });
    const forced = random.chance(0.15) ? "apps" : random.pick(placed(program)).name;
    return { ...unchanged(program), forced };
  },
  "delete first": (random) => {
    const chosen = chooseProgram(random, { node: true });
    const { name } = random.pick(placed(chosen));
    const before = chosen.map((it) => (it.name === name ? { ...it, options: { deleteBeforeReplace: true } } : it));
    return { before, during: before.map((it) => (it.name === name ? moved(it) : it)) };
  },
};

function unchanged(program: Program): Programs {
  return { before: program, during: program };
}

/** The resources that can be somewhere else. */
function placed(program: Program): readonly ProgramResource[] {
  return program.filter(({ type }) => type !== "Project");
}

/** The round of a seed. */
export function planOf(seed: number): RoundPlan {
  const random = prng(seed);
  const { scenario } = random.weighted(scenarios);
  const programs = choices[scenario](random);
  const injections = chooseInjections(random, scenario, touchedBy(programs));
  const isRepeated = scenario === "destroy" || (scenario === "create" && random.chance(0.15));
  return {
    seed,
    scenario,
    ...programs,
    after: chooseAfter(random, scenario, programs),
    injections,
    again: random.chance(0.2) ? chooseInjections(random, scenario, touchedBy(programs)) : [],
    recovery: isRepeated ? "destroy" : "up",
    isRefreshed: !isRepeated && random.chance(0.12),
    isSweptFirst: random.chance(0.5),
  };
}

/** The round of a seed with two machines. */
export function twoMachinesOf(seed: number): RoundPlan {
  const random = prng(seed ^ 0x2_face);
  const during = chooseProgram(random, { node: true });
  const elsewhere = during.map((it) => (it.type === "Project" || random.chance(0.4) ? it : moved(it)));
  return {
    seed,
    scenario: "create",
    before: undefined,
    during,
    after: during,
    injections: chooseInjections(random, "create", during),
    again: [],
    recovery: "up",
    isRefreshed: false,
    isSweptFirst: false,
    other: { during: elsewhere, injections: chooseInjections(random, "create", elsewhere) },
  };
}

/** The resources that the run has something to do for: those that change, else all of them. */
function touchedBy({ before, during, forced }: Programs): Program {
  const touched = during.filter((resource, index) => resource !== before?.[index] || resource.name === forced);
  return touched.length === 0 ? during : touched;
}

/** Mostly the same program again; now and then somebody changes it before the next run. */
function chooseAfter(random: Prng, scenario: Scenario, { before, during }: Programs): Program {
  if (random.chance(0.7) || scenario === "destroy") {
    return during;
  }
  if (before !== undefined && (scenario === "replace" || scenario === "delete first") && random.chance(0.4)) {
    return before;
  }
  const { name } = random.pick(during);
  const change = random.chance(0.5) ? moved : (resource: ProgramResource) => renamed(resource, "2");
  return during.map((it) => (it.name !== name ? it : it.type === "Project" ? renamed(it, "2") : change(it)));
}
