/** The first members of an object: it may have millions. */
export function firstMembers(value: object, most: number): readonly (readonly [name: string, member: unknown])[] {
  const members: (readonly [string, unknown])[] = [];
  for (const name in value) {
    if (members.length === most) {
      break;
    }
    members.push([name, (value as Record<string, unknown>)[name]]);
  }
  return members;
}
