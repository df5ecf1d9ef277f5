import { z } from "../vendor/zod.js";

/** Schema of a member, with its name on the wire where that is another one. */
type Member<T> = z.ZodType<T> | readonly [wireName: string, schema: z.ZodType<T>];

/** Makes a schema of an object of which only these members are read, each under its name here. */
export function renamed<T extends object>(members: { readonly [Name in keyof T]-?: Member<T[Name]> }): z.ZodType<T> {
  const rows = Object.entries<Member<unknown>>(members).map(([name, member]) =>
    member instanceof z.ZodType ? ([name, name, member] as const) : ([name, ...member] as const),
  );
  return z
    .object(Object.fromEntries(rows.map(([, wireName, schema]) => [wireName, schema])))
    .transform((wire) => Object.fromEntries(rows.map(([name, wireName]) => [name, wire[wireName]])) as T);
}
