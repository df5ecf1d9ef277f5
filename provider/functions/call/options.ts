import type * as pulumi from "@pulumi/pulumi";
import type { Provider } from "../../resources/provider.js";

/** Options of the functions that query the platform. Any other option is refused. */
export interface FunctionOptions {
  /**
   * The account to query.
   *
   * Functions use the environment of the program's process. In an inline program of the Automation API that is the
   * caller's process: variables of the workspace (`envVars`) reach the resources, but not the functions. Set the
   * provider in such programs.
   *
   * @default that of `parent`, else the environment, then the stack's configuration
   */
  readonly provider?: Provider;
  /** A resource whose `providers` name the account, as for child resources. */
  readonly parent?: pulumi.Resource;
}

/**
 * The arguments of a function's `Output` form: each may be an output. One that resolves to undefined is refused:
 * without the filter the result would be the whole account.
 */
export type OutputArgs<Args> = { readonly [Name in keyof Args]: pulumi.Input<Args[Name]> };
