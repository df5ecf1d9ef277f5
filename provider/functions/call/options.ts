import type * as pulumi from "@pulumi/pulumi";
import type { Provider } from "../../resources/provider.js";

/** Options of the functions that ask the platform. Any other option is refused. */
export interface FunctionOptions {
  /**
   * The account to ask.
   *
   * The environment is that of the program's process. In an inline program of the Automation API this is the caller's
   * own process: variables that only the workspace has (`envVars`) reach the resources, but no function. Name the
   * account here in such programs.
   *
   * @default that of `parent`, else the settings of the environment and, where it has none, of the stack's
   * configuration
   */
  readonly provider?: Provider;
  /** A resource whose `providers` name the account, as for child resources. */
  readonly parent?: pulumi.Resource;
}

/**
 * The arguments of a function as its twin takes them: each may be an output of a resource. One whose output comes out
 * undefined is refused: without this filter the answer would hold the whole account.
 */
export type OutputArgs<Args> = { readonly [Name in keyof Args]: pulumi.Input<Args[Name]> };
