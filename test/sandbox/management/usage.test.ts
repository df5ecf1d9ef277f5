import { expect } from "chai";
import {
  ethereum,
  globalCloud,
  type Json,
  type ManagementScene,
  openManagement,
  rpc,
} from "../../support/sandbox/management-scene";

const today = new Date();

/** A time in a month relative to the current one, in the format of a bucket start. */
function at(months: number, day: number, hour = 0): string {
  const ms = Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + months, day, hour);
  return new Date(ms).toISOString().replace(".000Z", "Z");
}

const path = "/v2/reporting/node-usage/";
const lastMonth = `date_from=${at(-1, 1)}&date_to=${at(0, 1)}`;

describe("node usage", () => {
  let scene: ManagementScene;
  let elastic: Json;
  let bitcoin: Json;
  let dedicated: string;
  before(async () => {
    scene = await openManagement();
    const project = await scene.project();
    elastic = await scene.node(project, ethereum, globalCloud, 'one, "two"');
    bitcoin = await scene.node(project, "BC-000-000-091", globalCloud, "btc");
    const network = await scene.api("POST", "/v1/networks/", {
      ...{ project, protocol: "polygon-pos", configuration: { network: "polygon-pos-mainnet" } },
      nodes: [
        {
          ...{ name: "own", type: "dedicated", role: "peer", provider: "aws", region: "us-east-1" },
          configuration: { archive: false },
        },
      ],
    });
    dedicated = network.body.nodes?.[0]?.id ?? "";
    await usage(elastic.id ?? "", [
      { datetime: at(-1, 3, 5), requestUnits: 10 },
      { datetime: at(-1, 3, 6), requestUnits: 20, bloxrouteRequests: 3 },
      { datetime: at(-1, 4), requestUnits: 5 },
      { datetime: at(0, 1), requestUnits: 1000 },
    ]);
    await usage(bitcoin.id ?? "", [{ datetime: at(-1, 4), requestUnits: 7 }]);
    await usage(dedicated, [{ datetime: at(-1, 3, 1), computeHours: 1, gbHour: 40 }]);
  });
  after(() => scene.sandbox.close());

  const usage = (id: string, rows: unknown, labels: object = {}) =>
    scene.admin("POST", `/nodes/${id}/usage`, { rows, ...labels });
  const report = async (query: string) => (await scene.api("GET", `${path}?${query}`)).body;
  const buckets = async (query: string) =>
    ((await report(query)).results ?? []).map(({ datetime, node_id }) => [datetime, node_id]);
  const units = async (query: string) => ((await report(query)).results ?? []).map((row) => row.request_units);

  it("default granularity: one row per day, in the documented shape", async () => {
    const { results } = await report(`${lastMonth}&node_id=${elastic.id}&date_to=${at(-1, 4)}`);
    expect(results?.find(({ datetime }) => datetime === at(-1, 3))).to.deep.equal({
      ...{ node_id: elastic.id, node_name: 'one, "two"', datetime: at(-1, 3), node_type: "elastic" },
      ...{ protocol: "ethereum", network: "ethereum-mainnet" },
      ...{ compute_hours: null, gb_hour: null, request_units: 30, bloxroute_requests: 3 },
    });
  });

  it("dedicated node: null for elastic metrics", async () => {
    const { results } = await report(`${lastMonth}&node_type=dedicated`);
    const metrics = { compute_hours: 1, gb_hour: 40, request_units: null, bloxroute_requests: null };
    expect(results?.[0]).to.include({ node_id: dedicated, node_type: "dedicated", ...metrics });
  });

  it("default range: the current calendar month", async () => {
    expect(await buckets(`node_id=${elastic.id}`)).to.deep.equal([[at(0, 1), elastic.id]]);
  });

  it("date_from and date_to: inclusive, exclusive", async () => {
    const hours = await buckets(`granularity=hour&date_from=${at(-1, 3, 5)}&date_to=${at(-1, 3, 6)}`);
    expect(hours).to.deep.equal([[at(-1, 3, 5), elastic.id]]);
  });

  for (const [what, hour] of [
    ["with an offset", `${at(-1, 3, 7).slice(0, -1)}%2B02:00`],
    ["without one, which means UTC", at(-1, 3, 5).slice(0, -1)],
  ] as const) {
    it(`date ${what}: accepted`, async () => {
      const hours = await buckets(`granularity=hour&date_from=${hour}&date_to=${at(-1, 3, 6)}`);
      expect(hours).to.deep.equal([[at(-1, 3, 5), elastic.id]]);
    });
  }

  it("several entries in an hour: summed", async () => {
    const { id = "" } = await scene.node(await scene.project());
    await usage(id, [{ datetime: at(-1, 20), requestUnits: 1 }]);
    await usage(id, [{ datetime: at(-1, 20), requestUnits: 2 }]);
    expect(await units(`${lastMonth}&node_id=${id}`)).to.deep.equal([3]);
    await scene.admin("DELETE", `/nodes/${id}/usage`);
  });

  it("granularity hour: one row per hour", async () => {
    expect(await units(`${lastMonth}&granularity=hour&node_id=${elastic.id}&ordering=datetime`)).to.deep.equal([
      10, 20, 5,
    ]);
  });

  it("default ordering: newest bucket first, then by node id", async () => {
    expect(await buckets(lastMonth)).to.deep.equal([
      ...[elastic.id, bitcoin.id].sort().map((id) => [at(-1, 4), id]),
      ...[elastic.id, dedicated].sort().map((id) => [at(-1, 3), id]),
    ]);
  });

  it("ordering by several keys: each in its direction", async () => {
    const ids = [elastic.id, bitcoin.id, dedicated].sort().reverse();
    const rows = await buckets(`${lastMonth}&ordering=-node_id,datetime`);
    expect(rows.map(([, id]) => id).filter((id, place, all) => all.indexOf(id) === place)).to.deep.equal(ids);
    expect(rows.filter(([, id]) => id === elastic.id).map(([start]) => start)).to.deep.equal([at(-1, 3), at(-1, 4)]);
  });

  for (const [query, expected] of [
    ["protocol=ethereum,bitcoin", [5, 7, 30]],
    ["protocol=bitcoin", [7]],
    ["network=polygon-pos-mainnet,bitcoin-regtest", [7, null]],
    ["node_type=elastic", [5, 7, 30]],
    ["node_id=ND-1", []],
    ["network=mainnet", []],
  ] as const) {
    it(`${query}: filtered`, async () => {
      const found = await units(`${lastMonth}&${query}`);
      expect([...found].sort()).to.deep.equal([...expected].sort());
    });
  }

  it("totals: every matching row, not only the page", async () => {
    await scene.admin("POST", "/settings", { pageSize: 1 });
    const { count, results, next, totals } = await report(`${lastMonth}&ordering=datetime`);
    await scene.admin("DELETE", "/settings");
    expect(results).to.have.length(1);
    expect(String(count)).to.equal("4");
    expect(next).to.match(/ordering=datetime&page=2$/);
    expect(totals).to.deep.equal({ compute_hours: 1, gb_hour: 40, request_units: 42, bloxroute_requests: 3 });
  });

  for (const [query, field] of [
    ["granularity=week", "granularity"],
    ["node_type=shared", "node_type"],
    ["ordering=datetime,name", "ordering"],
    ["date_from=yesterday", "date_from"],
    [`date_from=${at(-1, 1).slice(0, 10)}`, "date_from"],
    [`date_to=${today.getUTCFullYear() + 1}-02-30T00:00:00Z`, "date_to"],
    [`date_from=${at(-2, 28)}`, "date_from"],
    [`date_from=${at(-1, 5)}&date_to=${at(-1, 5)}`, "date_to"],
    [`date_to=${at(-1, 5)}`, "date_to"],
  ] as const) {
    it(`${query.replaceAll(/\d{4}-\d\d/g, "…")}: 400 with the field, in list and export`, async () => {
      for (const report of [path, `${path}export/`]) {
        const { status, body } = await scene.api("GET", `${report}?${query}`);
        expect(status).to.equal(400);
        expect(body.error?.fields).to.have.all.keys(field);
      }
    });
  }

  it("several invalid parameters: all reported", async () => {
    const { body } = await scene.api("GET", `${path}?granularity=week&ordering=name&date_to=soon`);
    expect(body.error?.fields).to.have.all.keys("granularity", "ordering", "date_to");
  });

  it("export: CSV with CRLF, quoted names and empty cells", async () => {
    const { status, text, headers } = await scene.api("GET", `${path}export/?${lastMonth}&ordering=node_id,datetime`);
    expect(status).to.equal(200);
    expect(headers.get("content-type")).to.equal("text/csv");
    expect(headers.get("content-disposition")).to.equal('attachment; filename="node-usage-report.csv"');
    const lines = text.split("\r\n");
    expect(lines.at(-1)).to.equal("");
    expect(lines[0]).to.equal(
      "Node ID,Node name,Date,Node type,Protocol,Network,Compute hours,GB-hour,Request units,bloXroute requests",
    );
    const day = at(-1, 3).slice(0, 10);
    expect(lines).to.include(`${elastic.id},"one, ""two""",${day},elastic,ethereum,ethereum-mainnet,,,30,3`);
    expect(lines).to.include(`${dedicated},own,${day},dedicated,polygon-pos,polygon-pos-mainnet,1,40,,`);
  });

  it("export: whole, whatever the page size", async () => {
    await scene.admin("POST", "/settings", { pageSize: 1 });
    const { text } = await scene.api("GET", `${path}export/?${lastMonth}&page=9`);
    await scene.admin("DELETE", "/settings");
    expect(text.trimEnd().split("\r\n")).to.have.length(5);
  });

  it("export by the hour: the hour in the date", async () => {
    const { text } = await scene.api("GET", `${path}export/?${lastMonth}&granularity=hour&node_id=${dedicated}`);
    expect(text.split("\r\n")[1]).to.include(`,own,${at(-1, 3, 1)},dedicated,`);
  });

  it("unknown protocol and network: null", async () => {
    await usage(bitcoin.id ?? "", [], { protocol: null, network: null });
    const { results } = await report(`${lastMonth}&node_id=${bitcoin.id}`);
    await usage(bitcoin.id ?? "", [], { protocol: "bitcoin", network: "bitcoin-regtest" });
    expect(results?.[0]).to.include({ protocol: null, network: null });
  });

  it("deleted node: still reported", async () => {
    const { id = "" } = await scene.node(await scene.project());
    await usage(id, [{ datetime: at(-1, 9), requestUnits: 1 }]);
    await scene.api("DELETE", `/v2/nodes/${id}/`);
    expect(await buckets(`${lastMonth}&node_id=${id}`)).to.deep.equal([[at(-1, 9), id]]);
    await scene.admin("DELETE", `/nodes/${id}/usage`);
    expect(await buckets(`${lastMonth}&node_id=${id}`)).to.deep.equal([]);
  });

  it("hidden node: not reported", async () => {
    await scene.admin("PATCH", `/objects/${bitcoin.id}`, { hidden: true });
    const rows = await buckets(`${lastMonth}&node_id=${bitcoin.id}`);
    await scene.admin("PATCH", `/objects/${bitcoin.id}`, { hidden: false });
    expect(rows).to.deep.equal([]);
  });

  it("another organization: not reported", async () => {
    const { apiKey } = (await scene.admin("POST", "/organizations", { name: "Other" })).body;
    const { body } = await scene.api("GET", `${path}?${lastMonth}`, undefined, { authorization: `Bearer ${apiKey}` });
    expect(body.results).to.deep.equal([]);
  });

  it("batch to a node: every call counted in the current hour, traces twice", async () => {
    const { id, details } = await scene.node(await scene.project());
    const call = (method: string) => ({ jsonrpc: "2.0", id: 1, method, params: [] });
    const batch = [call("eth_chainId"), call("debug_traceTransaction")];
    await scene.api("POST", details?.https_endpoint ?? "", batch);
    expect(await units(`granularity=hour&node_id=${id}`)).to.deep.equal([3]);
  });

  it("request rejected by the gateway: not counted", async () => {
    const { id, details } = await scene.node(await scene.project());
    const withoutToken = (details?.https_endpoint ?? "").replace(/[^/]+$/, "");
    expect((await rpc(`${withoutToken}00`, "eth_chainId")).status).to.equal(401);
    expect(await units(`node_id=${id}`)).to.deep.equal([]);
  });

  it("invalid admin rows: rejected with the reason", async () => {
    const { status, body } = await usage(elastic.id ?? "", [{ datetime: "today" }]);
    expect(status).to.equal(400);
    expect(body.error).to.equal("rows.0.datetime must be an ISO 8601 datetime since 1970");
  });
});

describe("usage report limits", () => {
  let scene: ManagementScene;
  beforeEach(async () => {
    scene = await openManagement({ usageRequestsPerMinute: 3, exportRequestsPerMinute: 1 });
  });
  afterEach(() => scene.sandbox.close());

  for (const [what, report, limit] of [
    ["list", path, 3],
    ["export", `${path}export/`, 1],
  ] as const) {
    it(`${what} above ${limit} a minute: 429 with Retry-After in seconds`, async () => {
      const answers = await Promise.all(Array.from({ length: limit + 1 }, () => scene.api("GET", report)));
      expect(answers.map(({ status }) => status).sort()).to.deep.equal([
        ...Array.from({ length: limit }, () => 200),
        429,
      ]);
      const refused = answers.find(({ status }) => status === 429);
      expect(refused?.body).to.deep.equal({ error: { code: "TooManyRequests", message: "Try again later." } });
      expect(Number(refused?.headers.get("retry-after"))).to.be.within(50, 60);
    });
  }

  it("list and export: counted separately", async () => {
    expect((await scene.api("GET", path)).status).to.equal(200);
    expect((await scene.api("GET", `${path}export/`)).status).to.equal(200);
  });

  it("keys of one organization: counted together", async () => {
    const { apiKey } = (await scene.admin("POST", "/keys")).body;
    await scene.api("GET", `${path}export/`);
    const other = await scene.api("GET", `${path}export/`, undefined, { authorization: `Bearer ${apiKey}` });
    expect(other.status).to.equal(429);
  });

  it("default: no limit", async () => {
    await scene.admin("DELETE", "/settings");
    for (let turn = 0; turn < 7; turn += 1) {
      expect((await scene.api("GET", `${path}export/`)).status).to.equal(200);
    }
  });
});
