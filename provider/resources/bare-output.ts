import * as pulumi from "@pulumi/pulumi";

/** What the SDK knows about an output, beside its public methods; seen in its version 3.248. */
interface Inside<T> {
  promise(withUnknowns: true): Promise<T>;
}

/**
 * The content of an output without the resources that it comes from: what is made of it names no dependency, and does not
 * wait for the children of a component among them. Unknown where the output is, never secret.
 */
export function bareOutput<T>(output: pulumi.Output<T>): pulumi.Output<T> {
  const { promise } = output as unknown as Inside<T>;
  return pulumi.output(promise(true)) as pulumi.Output<T>;
}
