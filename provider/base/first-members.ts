/** The first members of an object, which may have millions. */
export function firstMembers(value: object, max: number): readonly (readonly [name: string, member: unknown])[] {
  const members: (readonly [string, unknown])[] = [];
  for (const name in value) {
    if (members.length === max) {
      break;
    }
    members.push([name, (value as Record<string, unknown>)[name]]);
  }
  return members;
}
