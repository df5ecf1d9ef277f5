import { expect } from "chai";
import { type Body, type Call, type Cost, costsOf, listOf, members, mostCpuMs, mostMemory } from "../support/size/cost";

const bytes = 4_000_000;

const page = (results: string) => `{"count":9,"next":null,"results":${results}}`;
const inNetwork = (nodes: string) => page(`[{"id":"NW-1","nodes":${nodes}}]`);
const node = (details: string) => `{"id":"ND-1-2-3","name":"rpc","details":${details}}`;
const refusal = (error: string) => `{"error":{"code":"x","message":"y",${error}}}`;
const wordy = `{"id":"ND-1","name":"rpc","odd":"${"a".repeat(400)}"}`;

const nodes = "listNodesV2";
const heavy = /^TransportError: .*many times its/;
const crowded = /^ShapeError: .*more objects than a page can hold/;
const rejected = /^RejectedError: .{20,20000}$/s;

/** What the platform answers, to which call, and what becomes of it. */
const cases: readonly (readonly [what: string, operation: string, text: string, outcome: RegExp, status?: number])[] = [
  ["a page of 10,000 items", nodes, page(listOf(wordy, bytes)), /^object$/],
  ["a page of 10,000 items without a name", nodes, page(listOf(wordy.replace('"rpc"', "7"), bytes)), /^object$/],
  ["a page of empty objects", nodes, page(listOf("{}", bytes)), heavy],
  ["a page of 250,000 empty objects", nodes, page(listOf("{}", 750_000)), crowded],
  ["a page of 90,000 empty objects", nodes, page(listOf("{}", 270_000)), /^object$/],
  ["a page of 90,000 items without a name", nodes, page(listOf('{"id":"a"}', 990_000)), /^object$/],
  ["a page of numbers", nodes, page(listOf("1", bytes)), /^object$/],
  ["a page of 400,000 items", nodes, page(listOf('{"id":"a","name":"b"}', bytes)), crowded],
  ["a network of 90,000 empty nodes", "listNetworks", inNetwork(listOf("{}", 270_000)), /^object$/],
  ["a network of 400,000 nodes", "listNetworks", inNetwork(listOf('{"id":"a"}', bytes)), crowded],
  ["a report of 90,000 empty rows", "listNodeUsage", page(listOf("{}", 270_000)), /^object$/],
  ["a catalogue of 90,000 empty options", "listDeploymentOptions", `{"options":${listOf("{}", 270_000)}}`, /no option/],
  ["details with 40,000 members", "getNodeV2", node(`{${members(450_000).join(",")}}`), /^object$/],
  [
    "a refusal of 40,000 fields",
    "getNodeV2",
    refusal(`"fields":{${members(450_000, '"no"').join(",")}}`),
    rejected,
    400,
  ],
  ["a refusal with many reasons", "getNodeV2", refusal(`"fields":{"name":${listOf('"no"', bytes)}}`), rejected, 400],
  ["a refusal of many words", "getNodeV2", `{"error":{"message":"${"a ".repeat(bytes / 2)}"}}`, rejected, 400],
  ["a refusal of many texts", "getNodeV2", listOf('"no"', bytes), rejected, 400],
  ["a refusal of 40,000 fields alone", "getNodeV2", `{${members(450_000, '["no"]').join(",")}}`, rejected, 400],
  ["a refusal of empty objects", "getNodeV2", listOf("{}", 270_000), rejected, 400],
];

describe("expensive platform responses", function () {
  this.timeout(90_000);
  let costs: readonly Cost[] = [];
  before(async () => {
    const bodies: Record<string, Body> = { harmless: { text: node(`{"https_endpoint":"${"a".repeat(bytes)}"}`) } };
    const made: Call[] = [{ target: "platform", name: "getNodeV2", body: "harmless" }];
    for (const [index, [, name, text, , status = 200]] of cases.entries()) {
      bodies[`body-${index}`] = { text, status };
      const isPaged = name.startsWith("list") && name !== "listDeploymentOptions";
      made.push({ target: isPaged ? "platform-list" : "platform", name, body: `body-${index}` });
    }
    costs = (await costsOf(made, bodies)).slice(1);
  });

  for (const [index, [what, , text, outcome]] of cases.entries()) {
    it(`${what}: at most ten times the response plus 50 MB, and a second per 8 MB`, () => {
      const cost = costs[index];
      expect(cost?.outcome).to.match(outcome);
      expect(cost?.bytes).to.be.below(mostMemory(text.length));
      expect(cost?.cpuMs).to.be.below(mostCpuMs(text.length));
    });
  }
});
