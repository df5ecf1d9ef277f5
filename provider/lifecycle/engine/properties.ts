/** Inputs or outputs of a resource as the engine hands them over: untyped, possibly from an older version. */
export type Properties = Readonly<Record<string, unknown>>;

/** The members of `properties` that are there. */
export function pick(properties: Properties, keys: readonly string[]): Properties {
  return Object.fromEntries(keys.filter((key) => properties[key] !== undefined).map((key) => [key, properties[key]]));
}

/** The arguments that the program wrote, from the hidden echo; empty for an object that was only read by `get`. */
export function setKeys(properties: Properties): readonly string[] {
  const set = properties.__set;
  return typeof set === "string" && set !== "" ? set.split(",") : [];
}

/**
 * The inputs that lead to these outputs: what the program wrote, and the values that `check` added.
 *
 * @param generated arguments that `check` fills in when the program leaves them out
 */
export function inputsOf(outs: Properties, generated: readonly string[]): Properties {
  return pick(outs, [...setKeys(outs), ...generated, "__owner", "__set", "__generated"]);
}

/** Inputs as they are echoed in the outputs: the SDK adds the provider text there itself. */
export function withoutProvider({ __provider, ...rest }: Properties): Properties {
  return rest;
}
