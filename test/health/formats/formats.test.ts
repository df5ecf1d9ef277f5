import { expect } from "chai";
import { changeJson, healthJson } from "../../../provider/health/formats/json.js";
import { healthJunit } from "../../../provider/health/formats/junit.js";
import { changeLine, healthTable } from "../../../provider/health/formats/table.js";
import { evidence, examined, hostileNodes, roundOf } from "../../support/health/rounds.js";
import { parseXml, type XmlElement } from "../../support/health/xml.js";

const unhealthy = examined("rpc-b", evidence.unhealthy);
const mixed = roundOf(examined("rpc-a", evidence.healthy), unhealthy, {
  ...examined("btc", evidence.unknown),
  chain: "bitcoin-mainnet",
});
const unclean = /(?!\n)[\p{C}\p{Zl}\p{Zp}]/u;

describe("healthTable", () => {
  it("several nodes: a line for each, then verdict and budget", () => {
    expect(healthTable(mixed)).to.equal(
      [
        "NAME   CHAIN             HOST          VERDICT    DECIDED BY  COST  WHY",
        "rpc-a  ethereum-mainnet  node.example  healthy    head        6     head is 5 s old",
        "rpc-b  ethereum-mainnet  node.example  unhealthy  head        6     head is 15 min old",
        "btc    bitcoin-mainnet   node.example  unknown    head        6     no route",
        "dev: unhealthy (1 healthy, 1 unhealthy, 1 unknown); 18 of 90 request units",
        "",
      ].join("\n"),
    );
  });

  it("width: no line of the table is longer, and what is shown is the beginning of the reason", () => {
    const lines = healthTable(roundOf(examined("a", { ...evidence.unhealthy, why: "because ".repeat(60) })), {
      width: 100,
    }).split("\n");
    expect(lines[1])
      .to.have.length(100)
      .and.match(/because because.*…$/);
  });

  it("color: only the verdict has it, and columns keep their places", () => {
    const [plain, colored] = [healthTable(mixed), healthTable(mixed, { isColored: true })];
    const visible = colored.replaceAll("\u001b", "^");
    const painted = /\^\[(\d+)m([a-z ]+)\^\[39m/g;
    expect([...visible.matchAll(painted)].map(([, code, text]) => `${code} ${text?.trim()}`)).to.deep.equal([
      "32 healthy",
      "31 unhealthy",
      "35 unknown",
      "31 unhealthy",
    ]);
    expect(visible.replace(painted, "$2")).to.equal(plain);
  });

  it("evidence requested: what is not healthy, for each node", () => {
    const archive = { check: "archive", verdict: "degraded", why: "no state at block 1" } as const;
    const text = healthTable(roundOf(examined("rpc-a", evidence.healthy, archive)), { hasEvidence: true });
    expect(text.split("\n").slice(2, -2)).to.deep.equal([
      "",
      "NAME   CHAIN             CHECK    VERDICT   WHY",
      "rpc-a  ethereum-mainnet  archive  degraded  no state at block 1",
      "",
    ]);
    expect(healthTable(roundOf(examined("rpc-a", evidence.healthy, archive)))).to.not.include("\n\n");
  });

  it("hostile texts: one line for each node, without control characters", () => {
    const nodes = hostileNodes();
    const lines = healthTable(roundOf(...nodes), { hasEvidence: true }).split("\n");
    // Titles and rows twice, two empty lines, the summary.
    expect(lines).to.have.length(2 * (1 + nodes.length) + 2 + 1 + 1);
    for (const line of lines) {
      expect(unclean.test(line)).to.equal(false);
      expect(line.length).to.be.below(600);
    }
  });
});

describe("changeLine", () => {
  it("change: time, node, both verdicts and the reason in one line", () => {
    expect(changeLine({ atMs: mixed.atMs, node: unhealthy, before: "healthy" }, false)).to.equal(
      "2026-03-04T12:00:00.000Z  rpc-b  ethereum-mainnet  node.example  healthy -> unhealthy  head: head is 15 min old\n",
    );
  });
});

describe("healthJson", () => {
  it("members: all, in a fixed order, null where nothing is known", () => {
    const document = JSON.parse(healthJson(roundOf(unhealthy)));
    expect(JSON.stringify(document)).to.equal(
      JSON.stringify({
        event: "report",
        stack: "dev",
        at: "2026-03-04T12:00:00.000Z",
        verdict: "unhealthy",
        cost: 6,
        maxCost: 30,
        notes: [],
        nodes: [
          {
            name: "rpc-b",
            chain: "ethereum-mainnet",
            host: "node.example",
            verdict: "unhealthy",
            decidedBy: "head",
            why: "head is 15 min old",
            cost: 6,
            maxCost: 30,
            probedAt: "2026-03-04T12:00:00.000Z",
            isUnreachable: false,
            isWrongChain: false,
            isQuota: false,
            observedIdentity: null,
            retryAfterMs: null,
            checks: [
              {
                check: "identity",
                verdict: "healthy",
                cause: null,
                observed: "1",
                value: null,
                threshold: null,
                why: "chain id 1",
                latencyMs: null,
                cost: null,
              },
              {
                check: "head",
                verdict: "unhealthy",
                cause: "stale",
                observed: null,
                value: 900,
                threshold: null,
                why: "head is 15 min old",
                latencyMs: null,
                cost: null,
              },
            ],
          },
        ],
      }),
    );
  });

  it("hostile texts: complete, escaped; in one line if requested", () => {
    const round = roundOf(...hostileNodes());
    const [indented, line] = [healthJson(round), healthJson(round, 0)];
    expect(JSON.parse(line)).to.deep.equal(JSON.parse(indented));
    expect(JSON.parse(line).nodes[0].why).to.equal(round.nodes[0]?.report.why);
    expect(line.indexOf("\n")).to.equal(line.length - 1);
    expect(unclean.test(line) || unclean.test(indented)).to.equal(false);
  });
});

describe("changeJson", () => {
  it("change: one line with the whole node", () => {
    const line = changeJson({ atMs: mixed.atMs, node: unhealthy, before: "healthy" }, "dev");
    expect(line.indexOf("\n")).to.equal(line.length - 1);
    const { node, ...rest } = JSON.parse(line);
    expect(rest).to.deep.equal({ event: "change", stack: "dev", at: "2026-03-04T12:00:00.000Z", before: "healthy" });
    expect(node).to.deep.equal(JSON.parse(healthJson(roundOf(unhealthy))).nodes[0]);
  });
});

describe("healthJunit", () => {
  const named = (element: XmlElement, name: string) => element.children.filter((child) => child.name === name);
  const propertiesOf = (element: XmlElement) =>
    Object.fromEntries(
      named(element, "properties").flatMap((list) =>
        list.children.map(({ attributes }) => [attributes.name, attributes.value]),
      ),
    );

  it("several chains: a suite for each, failures and errors counted, unknown is an error", () => {
    const root = parseXml(healthJunit(mixed));
    expect(root.name).to.equal("testsuites");
    expect(root.attributes).to.include({
      name: "health of dev",
      tests: "3",
      failures: "1",
      errors: "1",
      time: "0.020",
    });
    const [ethereum, bitcoin] = named(root, "testsuite");
    expect(ethereum?.attributes).to.include({ name: "ethereum-mainnet", tests: "2", failures: "1", errors: "0" });
    expect(bitcoin?.attributes).to.include({ name: "bitcoin-mainnet", tests: "1", failures: "0", errors: "1" });
    expect(ethereum && propertiesOf(ethereum)).to.deep.equal({
      stack: "dev",
      verdict: "unhealthy",
      cost: "12",
      maxCost: "60",
    });
    const cases = named(root, "testsuite").flatMap((suite) => named(suite, "testcase"));
    expect(
      cases.map(({ attributes, children }) => [attributes.name, ...children.map(({ name }) => name)]),
    ).to.deep.equal([
      ["rpc-a", "properties", "system-out"],
      ["rpc-b", "properties", "failure"],
      ["btc", "properties", "error"],
    ]);
    const failure = cases[1] && named(cases[1], "failure")[0];
    expect(failure?.attributes).to.deep.equal({ type: "unhealthy", message: "head: head is 15 min old" });
    expect(failure?.text)
      .to.include("identity: healthy: chain id 1")
      .and.include("head: unhealthy: head is 15 min old");
    expect(cases[0] && propertiesOf(cases[0])).to.deep.equal({
      verdict: "healthy",
      decidedBy: "head",
      host: "node.example",
      cost: "6",
      maxCost: "30",
    });
  });

  it("no nodes: one error, so that nothing passes silently", () => {
    const root = parseXml(healthJunit(roundOf()));
    expect(root.attributes).to.include({ tests: "1", failures: "0", errors: "1" });
    const cases = root.children.flatMap((suite) => named(suite, "testcase"));
    expect(cases.map((it) => named(it, "error").length)).to.deep.equal([1]);
  });

  it("hostile texts: well-formed, one case for each node", () => {
    const nodes = hostileNodes();
    const root = parseXml(healthJunit(roundOf(...nodes)));
    const cases = named(root, "testsuite").flatMap((suite) => named(suite, "testcase"));
    expect(cases).to.have.length(nodes.length);
    expect(cases[4]?.attributes.name).to.equal(nodes[4]?.name);
    expect(unclean.test(healthJunit(roundOf(...nodes)))).to.equal(false);
  });
});
