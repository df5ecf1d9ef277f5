import { evmMethods } from "./evm.js";
import { filterMethods } from "./filters.js";
import { ledgerMethods } from "./ledgers.js";
import type { AnyRpcMember, AnyRpcMethod, RpcInvoke, RpcMethod } from "./method.js";
import { nodeStatusMethods } from "./node-status.js";
import { otherMethods } from "./other-chains.js";
import { otterscanMethods } from "./otterscan.js";
import { solanaMethods } from "./solana.js";
import { traceCallManyMethods } from "./trace-call-many.js";
import { traceMethods } from "./traces.js";
import { utxoMethods } from "./utxo.js";

// Not inferred: the compiled declarations would then contain one literal without the documentation of the rows.
type Rows = typeof evmMethods &
  typeof filterMethods &
  typeof traceMethods &
  typeof otterscanMethods &
  typeof traceCallManyMethods &
  typeof utxoMethods &
  typeof solanaMethods &
  typeof nodeStatusMethods &
  typeof ledgerMethods &
  typeof otherMethods;

/**
 * Every JSON-RPC method with known parameters and results: by its name on the wire, or by the name of the client's
 * member.
 */
const rows: Rows = {
  ...evmMethods,
  ...filterMethods,
  ...traceMethods,
  ...otterscanMethods,
  ...traceCallManyMethods,
  ...utxoMethods,
  ...solanaMethods,
  ...nodeStatusMethods,
  ...ledgerMethods,
  ...otherMethods,
};

type MethodTable = {
  [K in keyof Rows as Rows[K] extends { readonly method: infer Name extends string } ? Name : K]: Rows[K];
};

/** Name of a method whose parameters and result are validated. */
export type KnownMethod = keyof MethodTable;

/** Parameters of a method, by position. */
export type ParamsOf<M extends KnownMethod> = MethodTable[M] extends RpcMethod<infer Params, unknown> ? Params : never;

/** Result of a method. */
export type ResultOf<M extends KnownMethod> =
  MethodTable[M] extends RpcMethod<infer _Params, infer Result> ? Result : never;

/** The client's members that call one method each. */
export type MethodMembers = {
  // A key that keeps its name keeps its documentation.
  readonly [K in keyof Rows as Rows[K] extends { readonly member: unknown } ? K : never]: Rows[K] extends {
    readonly member: (...given: never) => infer Member;
  }
    ? Member
    : never;
};

const entries: readonly (readonly [string, AnyRpcMethod | AnyRpcMember])[] = Object.entries(rows);

const methodTable = new Map<string, AnyRpcMethod>(
  entries.map(([name, row]) => ["method" in row ? row.method : name, row]),
);

/** The row of a method; undefined for an unknown method. */
export function methodRow(name: string): AnyRpcMethod | undefined {
  return methodTable.get(name);
}

/** Creates the client's members. */
export function methodMembers(
  call: (method: string, ...rest: Parameters<RpcInvoke<readonly unknown[], unknown>>) => Promise<unknown>,
): MethodMembers {
  const members = entries.flatMap(([name, row]) =>
    "member" in row ? [[name, row.member((...rest) => call(row.method, ...rest))] as const] : [],
  );
  return Object.fromEntries(members) as unknown as MethodMembers;
}
