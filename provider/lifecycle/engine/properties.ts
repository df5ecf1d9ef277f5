/** Inputs or outputs of a resource as the engine passes them: untyped, possibly from an earlier version. */
export type Properties = Readonly<Record<string, unknown>>;

/** The members of an object with these names, without undefined ones. */
export function pick<Members extends object>(members: Members, keys: readonly (keyof Members)[]): Partial<Members> {
  const present = keys.filter((key) => members[key] !== undefined).map((key) => [key, members[key]]);
  return Object.fromEntries(present) as Partial<Members>;
}
