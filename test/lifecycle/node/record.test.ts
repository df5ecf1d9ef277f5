import { expect } from "chai";
import fc from "fast-check";
import type { NodeEndpoints } from "../../../provider/access/endpoints.js";
import type { Properties } from "../../../provider/lifecycle/engine/properties.js";
import { endpointsOf, hostOf, mergeEndpoints } from "../../../provider/lifecycle/node/endpoints.js";
import { parseOutputs } from "../../../provider/lifecycle/node/model.js";
import { type ObservedNode, viewOfV1, viewOfV2 } from "../../../provider/lifecycle/node/observed.js";
import { warnOfDiscrepancies, withRecorded } from "../../../provider/lifecycle/node/record.js";
import { nodeV1, nodeV2 } from "../../../provider/platform/schemas.js";

type Details = Readonly<Record<string, unknown>>;

const key = "0f1e2d3c4b5a69788796a5b4c3d2e1f0";
const otherKey = "99999999999999999999999999999999";

/** Every documented field of `details`, as a node of each version shows it, and another value of each. */
const fields: Readonly<Record<"v1" | "v2", Readonly<Record<string, readonly [value: unknown, other: unknown]>>>> = {
  v1: {
    mode: ["archive", "full"],
    version: ["1.14.8", 27],
    api_namespaces: [["eth", "debug"], ["eth"]],
    https_endpoint: ["https://nd.example", "https://moved.example/base"],
    wss_endpoint: ["wss://ws-nd.example/ext/bc/C/ws", "wss://ws-moved.example/ws"],
    beacon_endpoint: ["https://beacon-nd.example", "https://moved.example/beacon"],
    graphql_endpoint: ["https://nd.example/graphql", "https://moved.example/graphql?x=1"],
    metrics_endpoint: ["https://nd.example:8443/metrics", "https://moved.example/metrics"],
    grpc_endpoint: ["grpc.example:443", "grpc-moved.example:443"],
    auth_username: ["calm-otter", "quick-finch"],
    auth_password: ["river-stone", "pearl-dune"],
    auth_key: [key, otherKey],
  },
  v2: {
    api_namespaces: [["eth", "debug"], ["eth"]],
    https_endpoint: [`https://eth.example/${key}`, `https://eth.example/${otherKey}`],
    wss_endpoint: [`wss://eth.example/ws/${key}`, `wss://moved.example/${otherKey}`],
    beacon_endpoint: [`https://eth.example/beacon/${key}`, `https://eth.example/beacon/${otherKey}`],
    graphql_endpoint: [`https://eth.example/${key}/graphql`, `https://eth.example/${otherKey}/graphql`],
    metrics_endpoint: [`https://nd.example/${key}/metrics`, `https://nd.example/${otherKey}/metrics`],
    grpc_endpoint: ["grpc.example:443", "grpc-moved.example:443"],
    grpc_x_token: [key, otherKey],
    toncenter_api_v2: [`https://ton.example/api/v2/${key}`, `https://ton.example/api/v2/${otherKey}`],
  },
};

/** How a response may omit a field. */
const gaps = { missing: undefined, null: null, empty: "" } as const;

function viewWith(api: "v1" | "v2", details: unknown): ObservedNode {
  const shown = { id: "ND-1", name: "rpc", status: "running", details };
  return api === "v1"
    ? viewOfV1(nodeV1.parse({ ...shown, network: "NW-1" }), undefined)
    : viewOfV2(nodeV2.parse({ ...shown, project: "PR-1" }));
}

/** Each field as recorded, and as a response now shows it: unchanged, changed, or omitted. */
function answers(api: "v1" | "v2"): fc.Arbitrary<{ readonly recorded: Details; readonly shown: Details }> {
  const rows = Object.entries(fields[api]).map(([field, values]) => {
    const before = fc.constantFrom(values[0], ...Object.values(gaps));
    return fc.tuple(fc.constant(field), before, fc.constantFrom(...values, ...Object.values(gaps)));
  });
  return fc.tuple(...rows).map((drawn) => ({
    recorded: given(Object.fromEntries(drawn.map(([field, before]) => [field, before]))),
    shown: Object.fromEntries(drawn.flatMap(([field, , now]) => (now === undefined ? [] : [[field, now]]))),
  }));
}

/** The fields with a value. */
function given(details: Details): Details {
  return Object.fromEntries(
    Object.entries(details).filter(([, value]) => value !== null && value !== "" && value !== undefined),
  );
}

describe("withRecorded", () => {
  for (const api of ["v1", "v2"] as const) {
    it(`${api}, any response: its fields, completed from the recorded ones`, () => {
      fc.assert(
        fc.property(answers(api), ({ recorded, shown }) => {
          const before = viewWith(api, recorded);
          const whole = viewWith(api, { ...recorded, ...given(shown) });
          const { outputs, endpoints } = withRecorded(viewWith(api, shown), before.outputs);
          expect(endpoints).to.deep.equal(whole.endpoints);
          expect(outputs).to.deep.equal(whole.outputs);
        }),
        { numRuns: 300 },
      );
    });

    for (const [field, [value]] of Object.entries(fields[api])) {
      const all = Object.fromEntries(Object.entries(fields[api]).map(([name, [before]]) => [name, before]));
      for (const [form, gap] of Object.entries(gaps)) {
        it(`${api}, ${field} ${form} in the response: recorded value kept, field named`, () => {
          const recorded = viewWith(api, all).outputs;
          const { [field]: _, ...others } = all;
          const view = withRecorded(viewWith(api, gap === undefined ? others : { ...others, [field]: gap }), recorded);
          expect(view.outputs).to.deep.equal(recorded);
          const { endpoints = {}, ...plain }: Properties = viewWith(api, { [field]: value }).outputs;
          const name = Object.keys(endpoints as Properties).map((endpoint) => `endpoints.${endpoint}`)[0];
          const output = ["mode", "version", "apiNamespaces"].find((detail) => plain[detail] !== undefined);
          expect(view.hidden).to.deep.equal([name ?? output]);
        });
      }
    }

    for (const [form, details] of Object.entries({ missing: undefined, null: null, "an empty object": {} })) {
      it(`${api}, details ${form}: everything kept`, () => {
        const all = Object.fromEntries(Object.entries(fields[api]).map(([name, [before]]) => [name, before]));
        const recorded = viewWith(api, all).outputs;
        const view = withRecorded(viewWith(api, details), recorded);
        expect(view.outputs).to.deep.equal(recorded);
        expect(view.outputs.host).to.be.a("string");
        expect(view.hidden).to.have.length(Object.keys(fields[api]).length);
      });
    }
  }

  it("nothing recorded, or malformed state: view unchanged", () => {
    fc.assert(
      fc.property(fc.constantFrom({}, { endpoints: "none" }, { endpoints: null }, { endpoints: [5] }), (recorded) => {
        const view = viewWith("v2", { https_endpoint: "https://eth.example/x" });
        expect(withRecorded(view, parseOutputs(recorded))).to.deep.equal(view);
      }),
    );
  });

  it("placement and status omitted: recorded ones kept", () => {
    const place = { cloud: "CC-0016", blockchain: "BC-1", region: "global1", provider: "p" };
    const recorded = { ...place, network: "ethereum-mainnet", status: "maintenance" };
    const bare = viewOfV2(nodeV2.parse({ id: "ND-1", name: "rpc" }));
    const { outputs, hidden } = withRecorded(bare, recorded);
    expect(outputs).to.include(recorded);
    expect(hidden).to.deep.equal([]);
  });
});

describe("mergeEndpoints", () => {
  it("new key: replaced anywhere in recorded URLs", () => {
    const at = (token: string): NodeEndpoints => ({
      https: `https://nd.example/${token}/graphql`,
      wss: `wss://x:${token}@nd.example/ws`,
      beacon: `https://nd.example/beacon?key=${token}`,
    });
    expect(mergeEndpoints({ key: otherKey }, { ...at(key), key }, true)).to.deep.equal({
      ...at(otherKey),
      key: otherKey,
    });
  });

  it("v2 URL: contains its own token, recorded key not joined", () => {
    const shown = endpointsOf({ https_endpoint: `https://eth.example/${otherKey}` });
    expect(mergeEndpoints(shown, { https: `https://eth.example/${key}`, key }, false)).to.deep.equal({ ...shown, key });
  });

  it("recorded URL kept: its host shown", () => {
    expect(hostOf(mergeEndpoints({}, { https: `https://nd.example:8443/${key}` }, true))).to.equal("nd.example:8443");
  });
});

describe("warnOfDiscrepancies", () => {
  const warnings = (...nodes: Parameters<typeof warnOfDiscrepancies>[0]) => {
    const lines: string[] = [];
    warnOfDiscrepancies(nodes, { warn: (line) => void lines.push(line) });
    return lines;
  };
  const view = viewWith("v2", { https_endpoint: `https://eth.example/${key}` });
  const shownAs = (outputs: Properties): ObservedNode => ({ ...view, outputs: { ...view.outputs, ...outputs } });

  it("node shown as recorded: no warning", () => {
    expect(warnings({ view, inputs: { project: "PR-1", region: "lon1" } })).to.deep.equal([]);
    expect(warnings({ view: shownAs({ region: "lon1" }), inputs: {} })).to.deep.equal([]);
  });

  it("details omitted from several nodes: one warning, without secrets", () => {
    const hidden = withRecorded(viewWith("v2", {}), view.outputs);
    const lines = warnings({ view: hidden, inputs: {} }, { view: { ...hidden, id: "ND-2" }, inputs: {} });
    expect(lines).to.have.length(1);
    expect(lines[0]).to.include("ND-1 (endpoints.https) and ND-2 (endpoints.https)").and.not.to.include(key);
  });

  it("another placement: warning, unless the catalogue explains it", () => {
    const inputs = { region: "global1", provider: "chainstack_global" };
    const shown = { region: "us-east-1", provider: "aws" };
    expect(warnings({ view: shownAs({ ...shown, cloud: "CC-0016" }), inputs })).to.deep.equal([]);
    expect(warnings({ view: shownAs({ ...shown, cloud: "CC-9999" }), inputs })).to.have.length(1);
    const [line] = warnings({ view: shownAs({ type: "shared" }), inputs: { type: "dedicated" } });
    expect(line).to.include("ND-1 with type shared, but the program requests dedicated");
  });
});
