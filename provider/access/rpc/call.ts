/** Parameters of a call, by position or by name. Methods that are known here take them by position. */
export type RpcParams = Readonly<Record<string, unknown>> | readonly unknown[];

/** One JSON-RPC call. */
export interface RpcCall {
  /** Name on the wire. */
  readonly method: string;
  /** By position, or by name where a method takes them so. @default none */
  readonly params?: RpcParams;
}
