import { isObject, parseJsonOrText } from "../base/json";
import { failure, onMethods, onObject, without } from "./change";
import type { Lie, LieFamily, Lies } from "./lie";

const utxo: readonly LieFamily[] = ["utxo"];
const info = ["getblockchaininfo"];

/** Lies and oddities of Bitcoin nodes and their relatives. */
export const utxoLies: Lies = {
  "ibd-missing": {
    summary: "getblockchaininfo has no initialblockdownload",
    families: utxo,
    call: onObject(info, (result) => without(result, "initialblockdownload")),
  },
  "progress-98": {
    summary: "verificationprogress is 0.98 at a fresh tip",
    families: utxo,
    call: onObject(info, (result) => ({ ...result, verificationprogress: 0.98 })),
  },
  "headers-ahead": {
    summary: "10 headers more than blocks",
    families: utxo,
    call: onObject(info, (result) => ({ ...result, headers: Number(result.blocks) + 10 })),
  },
  "tip-in-future": {
    summary: "the tip is dated 90 minutes ahead",
    families: utxo,
    call: (outcome, call) => {
      const time = Math.floor(call.nowMs / 1000) + 5400;
      return (
        onObject(["getblockheader", "getblock"], (result) => ({ ...result, time }))(outcome, call) ??
        onObject(info, (result) => ("time" in result ? { ...result, time } : result))(outcome, call)
      );
    },
  },
  "warnings-text": warnings("a text", "This is a pre-release test build - use at your own risk"),
  "warnings-list": warnings("a list, as in newer versions", ["Unknown new rules activated (versionbit 28)"]),
  "warming-up": {
    summary: "every call fails with -28, as while the node loads its index; with times it then works",
    families: utxo,
    call: onMethods(/^/, failure(-28, "Loading block index...")),
    whole: errorStatus(500),
  },
  "errors-500": { summary: "errors have HTTP status 500", families: utxo, whole: errorStatus(500) },
  "errors-404": { summary: "errors have HTTP status 404", families: utxo, whole: errorStatus(404) },
  "errors-200": { summary: "errors have HTTP status 200", families: utxo, whole: errorStatus(200) },
};

function warnings(form: string, value: unknown): Lie {
  return {
    summary: `warnings of getblockchaininfo and getnetworkinfo are ${form}`,
    families: utxo,
    call: onObject([...info, "getnetworkinfo"], (result) => ({ ...result, warnings: value })),
  };
}

/** The status of a response that is one error. */
function errorStatus(status: number): NonNullable<Lie["whole"]> {
  return (answer) => {
    const body = parseJsonOrText(answer.payload);
    const isError = isObject(body) && body.error !== undefined && body.error !== null;
    return isError ? { ...answer, status } : undefined;
  };
}
