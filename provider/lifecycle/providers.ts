interface Provider {
  readonly name: string;
  /** Global nodes only, nodes of a region, or dedicated nodes only. */
  readonly hosts: "global" | "regional" | "dedicated";
}

/** The providers that are documented, whether or not the catalogue tells what they offer. */
export const knownProviders: readonly Provider[] = [
  { name: "chainstack_global", hosts: "global" },
  { name: "chainstack_partner", hosts: "global" },
  { name: "chainstack_managed", hosts: "regional" },
  { name: "vzo", hosts: "regional" },
  { name: "aws", hosts: "dedicated" },
  { name: "azure", hosts: "dedicated" },
  { name: "gcloud", hosts: "dedicated" },
];

/** What a provider hosts; undefined when nothing is known about it. */
export function hostedBy(provider: unknown): Provider["hosts"] | undefined {
  return knownProviders.find(({ name }) => name === provider)?.hosts;
}
