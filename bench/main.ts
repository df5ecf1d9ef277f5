import { benchAccess } from "./access";

/** What can be measured, by name: each prints its figures and says whether they are within the project's bounds. */
const benches: Readonly<Record<string, () => Promise<boolean>>> = { access: benchAccess };

async function main(names: readonly string[]): Promise<number> {
  const unknown = names.filter((name) => !Object.hasOwn(benches, name));
  if (unknown.length > 0) {
    console.error(`Nothing to measure is called ${unknown.join(", ")}. There is: ${Object.keys(benches).join(", ")}.`);
    return 2;
  }
  let isWithin = true;
  for (const name of names.length === 0 ? Object.keys(benches) : names) {
    isWithin = ((await benches[name]?.()) ?? false) && isWithin;
  }
  return isWithin ? 0 : 1;
}

void main(process.argv.slice(2)).then((code) => {
  process.exitCode = code;
});
