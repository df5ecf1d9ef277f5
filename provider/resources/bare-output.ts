import * as pulumi from "@pulumi/pulumi";

/** What the SDK knows about an output, beside its public methods; seen in version 3.248. */
interface Inside<T> {
  promise(withUnknowns: true): Promise<T>;
}

/**
 * The value of an output without its dependencies: outputs derived from it do not wait for the resources it comes from,
 * nor for the children of a component. Unknown if the output is; never secret.
 */
export function bareOutput<T>(output: pulumi.Output<T>): pulumi.Output<T> {
  const { promise } = output as unknown as Inside<T>;
  return pulumi.output(promise(true)) as pulumi.Output<T>;
}
