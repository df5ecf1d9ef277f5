import { PartialFailure } from "../engine/partial-failure.js";
import { type Properties, pick } from "../engine/properties.js";
import type { Owner } from "../owner.js";
import type { Context, LocalContext, Outcome, Resource } from "../resource.js";

/*
 * A dynamic provider receives neither the URN of a resource nor, in most calls, its old inputs. Hidden inputs, which
 * are echoed as outputs, hold them. Their names begin with two underscores: the engine does not show those in a diff.
 */

/** A resource in the form of a dynamic provider: properties with hidden members. */
export type EngineResource<Needs extends LocalContext = Context> = ReturnType<
  typeof overProperties<unknown, unknown, Needs>
>;

export function overProperties<Inputs, State, Needs extends LocalContext>(resource: Resource<Inputs, State, Needs>) {
  const outputsOf = (state: State, from: Properties) => {
    const outs = resource.outputsOf(state);
    return { ...pick(outs, Object.keys(outs)), ...pick(from, hiddenNames) };
  };
  const argumentsIn = (outs: Properties) => {
    const named = pick(outs, [...writtenIn(outs), ...resource.filledIn]);
    return resource.argumentsIn?.(named) ?? named;
  };
  const stateOf = (outs: Properties) => {
    const inputs = writtenIn(outs).length === 0 ? undefined : resource.parseInputs(argumentsIn(outs));
    return resource.parseState(outs, inputs, outs.__generated);
  };
  const conclude = (id: string, { state, failure }: Outcome<State>, news: Properties) => {
    const outs = outputsOf(state, news);
    if (failure !== undefined) {
      throw new PartialFailure(id, outs, failure.message, { cause: failure.cause });
    }
    return outs;
  };
  const inputsIn = (outs: Properties) => ({ ...argumentsIn(outs), ...pick(outs, hiddenNames) });
  return {
    changes: resource.changes,
    /** The inputs in these outputs. */
    inputsIn,

    check(olds: Properties, news: Properties, owner: Owner) {
      const args = Object.fromEntries(Object.entries(news).filter(([key]) => !key.startsWith("__")));
      const { inputs, generated, ...found } = resource.check(olds, args, owner, olds.__generated);
      const hidden = { __set: Object.keys(args).sort().join(","), ...(generated && { __generated: generated }) };
      return { ...found, inputs: { ...news, ...inputs, ...hidden } };
    },

    diff: (olds: Properties, news: Properties) => resource.diff(olds, news, writtenIn(olds)),

    async create(inputs: Properties, context: Needs) {
      const operations = await resource.operations();
      const { id, ...outcome } = await operations.create(resource.parseInputs(inputs), context);
      return { id, outs: conclude(id, outcome, inputs) };
    },

    async read(id: string, props: Properties, context: Needs) {
      const operations = await resource.operations();
      const state = await operations.read(id, stateOf(props), context);
      if (state === undefined) {
        return undefined;
      }
      const outs = outputsOf(state, props);
      return { outs, inputs: inputsIn(outs) };
    },

    async update(id: string, olds: Properties, news: Properties, context: Needs) {
      const operations = await resource.operations();
      const outcome = await operations.update(id, stateOf(olds), resource.parseInputs(news), context);
      return conclude(id, outcome, news);
    },

    async remove(id: string, props: Properties, context: Needs) {
      const operations = await resource.operations();
      await operations.remove(id, stateOf(props), context);
    },
  };
}

/** Identity of the resource, arguments that the program wrote, and names that `check` generated. */
const hiddenNames = ["__owner", "__set", "__generated"] as const;

/** Text for `parseOwner`: `<organization>/<urn>`. */
export function ownerIn({ __owner }: Properties): string {
  return typeof __owner === "string" ? __owner : "";
}

/** Properties that a partial failure saves in state. The SDK adds `__provider` in all other cases. */
export function withProvider(outs: Properties, { __provider }: Properties): Properties {
  return { ...outs, __provider };
}

/**
 * The arguments that the program wrote, as opposed to outputs that were only observed. Empty for an object that only
 * `get` has read.
 */
function writtenIn({ __set }: Properties): readonly string[] {
  return typeof __set === "string" && __set !== "" ? __set.split(",") : [];
}
