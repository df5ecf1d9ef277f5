import { encodeParams } from "../../access/methods/method.js";
import { type KnownMethod, methodRow, type ParamsOf, type ResultOf } from "../../access/methods/method-table.js";
import { pathOf, readAs } from "../../base/issues.js";
import type { CheckCause } from "../verdict.js";
import type { ProbeFailure, Reading, TypedCall } from "./reading.js";
import { shapeOf } from "./shape.js";

/** A call of a known method. Its parameters are validated and its result is parsed as for `NodeClient.call`. */
export function rpcRead<M extends KnownMethod>(
  method: M,
  params: ParamsOf<M> | readonly [] = [],
  units?: number,
): TypedCall<ResultOf<M>> {
  const row = methodRow(method);
  if (row === undefined) {
    throw new Error(`There is no method ${method}.`);
  }
  const result = typeof row.result === "function" ? row.result(params) : row.result;
  const price = units === undefined ? {} : { units };
  return {
    method,
    params: encodeParams(method, row, params),
    ...price,
    result: result as TypedCall<ResultOf<M>>["result"],
  };
}

/** A reading with its result parsed; one of another shape is a failure of kind `shape`. */
export function parsed<T>(name: string, schema: TypedCall<T>["result"], reading: Reading): Reading<T> {
  if (!reading.ok) {
    return reading;
  }
  const { value, spent } = reading;
  const { data, problems } = readAs(schema, value, "wire");
  if (problems === undefined) {
    return { ok: true, value: data, spent };
  }
  const [problem] = problems;
  const observed = shapeOf(value);
  const message = `the response to ${name} is not as documented: ${pathOf(problem.path, "result")} ${problem.reason}`;
  return { ok: false, failure: { kind: "shape", message, observed }, spent };
}

// What failed for good in one request fails in the next.
const finalKinds: ReadonlySet<CheckCause> = new Set(["unreachable", "auth", "throttled", "redirect"]);

/** Whether further requests to the node would only fail like this one. */
export function isFinal({ failure }: { readonly failure: ProbeFailure }): boolean {
  return finalKinds.has(failure.kind);
}
