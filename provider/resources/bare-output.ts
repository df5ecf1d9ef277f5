import * as pulumi from "@pulumi/pulumi";

/** What the SDK knows about an output, beside its public methods; seen in version 3.248. */
interface Inside<T> {
  promise(withUnknowns: true): Promise<T>;
  readonly isKnown: Promise<boolean>;
}

/**
 * The value of an output without its dependencies: outputs derived from it do not wait for the resources it comes from,
 * nor for the children of a component. Unknown if the output is; never secret.
 */
export function bareOutput<T>(output: pulumi.Output<T>): pulumi.Output<T> {
  const { promise } = output as unknown as Inside<T>;
  return pulumi.output(promise(true)) as pulumi.Output<T>;
}

/**
 * The value of an output, and undefined while it is not known. For outputs that may be missing: in preview the SDK
 * takes those that the state lacks for unknown, and a resource that uses one would show a change in each preview.
 * Without dependencies, as {@link bareOutput}.
 */
export function ifKnown<T>(output: pulumi.Output<T>): pulumi.Output<T | undefined> {
  const { isKnown } = output as unknown as Inside<T>;
  const known = isKnown.then((is) => (is ? (output as unknown as Inside<T>).promise(true) : undefined));
  return pulumi.output(known) as pulumi.Output<T | undefined>;
}
