/** Parameters of a call, by position or by name. Known methods take them by position. */
export type RpcParams = Readonly<Record<string, unknown>> | readonly unknown[];

/** One JSON-RPC call. */
export interface RpcCall {
  /** Name on the wire. */
  readonly method: string;
  /** By position, or by name where a method accepts that. @default none */
  readonly params?: RpcParams;
}
