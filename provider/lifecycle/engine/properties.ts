/** Inputs or outputs of a resource as the engine hands them over: untyped, possibly from an older version. */
export type Properties = Readonly<Record<string, unknown>>;

/** The members of an object, by these names, that are there. */
export function pick<Members extends object>(members: Members, keys: readonly (keyof Members)[]): Partial<Members> {
  const present = keys.filter((key) => members[key] !== undefined).map((key) => [key, members[key]]);
  return Object.fromEntries(present) as Partial<Members>;
}
