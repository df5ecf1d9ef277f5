import type * as pulumi from "@pulumi/pulumi";
import type { Provider } from "../resources/provider.js";

/** Options of the functions that ask the platform. */
export interface FunctionOptions {
  /**
   * The account to ask.
   *
   * @default that of `parent`, else the settings of the environment and, where it has none, of the stack's configuration
   */
  readonly provider?: Provider;
  /** A resource whose `providers` name the account, as for child resources. */
  readonly parent?: pulumi.Resource;
}

/** The arguments of a function as its twin takes them: each may be an output of a resource. */
export type OutputArgs<Args> = { readonly [Name in keyof Args]: pulumi.Input<Args[Name]> };
