interface Provider {
  readonly name: string;
  readonly hosts: "global" | "regional" | "dedicated";
  /** Documented regions that the catalogue lacks; there may be more. */
  readonly regions?: readonly string[];
}

/** The documented providers, whether or not the catalogue lists their offers. */
export const knownProviders: readonly Provider[] = [
  { name: "chainstack_global", hosts: "global" },
  { name: "chainstack_partner", hosts: "global" },
  { name: "chainstack_managed", hosts: "regional" },
  { name: "vzo", hosts: "regional" },
  { name: "aws", hosts: "dedicated", regions: ["ap-southeast-1", "us-east-1", "us-west-2"] },
  { name: "azure", hosts: "dedicated", regions: ["uksouth"] },
  { name: "gcloud", hosts: "dedicated", regions: ["asia-southeast1"] },
];

/** What a provider hosts; undefined when nothing is known about it. */
export function hostedBy(provider: unknown): Provider["hosts"] | undefined {
  return knownProviders.find(({ name }) => name === provider)?.hosts;
}

/** The provider of dedicated nodes that a region belongs to, if documented. */
export function dedicatedHostOf(region: unknown): string | undefined {
  return knownProviders.find(({ regions = [] }) => regions.some((name) => name === region))?.name;
}
