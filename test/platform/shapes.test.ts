import { expect } from "chai";
import { ShapeError } from "../../provider/errors/errors.js";
import { json, type Responder, useStubServer } from "../support/http/stub-server";
import { clientOf, failureOf, itemsOf } from "../support/platform/client-on-sandbox";
import { network, node, nodeBody, nodeV1, project } from "../support/platform/wire-objects";

function without(object: Readonly<Record<string, unknown>>, key: string): Record<string, unknown> {
  return Object.fromEntries(Object.entries(object).filter(([name]) => name !== key));
}

describe("platform responses", () => {
  const server = useStubServer();
  const client = () => clientOf(server.url, "secret-key");
  const readNode = (answer: unknown) => {
    server.answer = json(answer);
    return client().call("getNodeV2", { id: "ND-1-2-3" });
  };
  const text =
    (body: string, type = "text/html"): Responder =>
    (_, response) =>
      void response.writeHead(200, { "content-type": type }).end(body);

  it("snake_case fields: camelCase", async () => {
    expect(await readNode(node)).to.deep.equal({ api: "v2", ...node, details: node.details });
    server.answer = json(network);
    const read = await client().call("getNetwork", { id: "NW-1-2-3" });
    expect(read).to.deep.include({ network: "ethereum-mainnet", createdAt: undefined, organization: undefined });
    expect(read.nodes[0]).to.include({ api: "v1", networkId: "NW-1-2-3", organization: "RG-1-2" });
  });

  it("unknown fields, statuses and types: accepted, the fields dropped", async () => {
    const read = await readNode({ ...node, status: "hibernating", shiny: { new: true }, provider: "moon" });
    expect(read).to.include({ status: "hibernating", provider: "moon" });
    expect(read).not.to.have.property("shiny");
  });

  for (const [name, details] of [
    ["null", null],
    ["missing", undefined],
    ["empty", {}],
    ["an empty string", ""],
    ["an empty list", []],
    ["a number", 7],
  ] as const) {
    it(`node details ${name}: no details`, async () => {
      expect(await readNode({ ...node, details })).to.deep.include({ details: {} });
    });
  }

  it("node details of any type: unchanged", async () => {
    const details = { https_endpoint: null, wss_endpoint: "", version: 27, toncenter_api_v2: "https://x.example" };
    expect(await readNode({ ...node, details })).to.deep.include({ details });
  });

  for (const key of ["network", "protocol", "cloud", "blockchain", "region", "provider"] as const) {
    for (const [name, value] of [
      ["missing", undefined],
      ["null", null],
      ["empty", ""],
    ] as const) {
      it(`node › ${key} ${name}: undefined`, async () => {
        expect(await readNode({ ...node, [key]: value })).to.have.property(key, undefined);
      });
    }
  }

  for (const key of ["id", "name"]) {
    it(`node without ${key}: a ShapeError that names the operation and the field`, async () => {
      const error = await failureOf(readNode(without(node, key)));
      expect(error).to.be.instanceOf(ShapeError);
      expect(error?.message).to.match(new RegExp(`^Reading the node: [^\\n]*\\b${key}: `));
    });
  }

  for (const id of ["", " ", ".", ".."]) {
    it(`created object has the id "${id}", which is no path segment: a ShapeError`, async () => {
      server.answer = json({ ...node, id });
      const error = await failureOf(client().call("createNodeV2", { body: nodeBody }));
      expect(error).to.be.instanceOf(ShapeError);
      expect(error?.message).to.equal(
        "Creating the node: the platform's response is not as documented: id: is not an id (createNodeV2).",
      );
    });
  }

  for (const [operation, item] of [
    ["getNodeV2", node],
    ["getNodeV1", nodeV1],
    ["getNetwork", network],
    ["getProject", project],
    ["updateNodeV2", node],
    ["updateNodeV1", nodeV1],
    ["updateNetwork", network],
    ["updateProject", project],
  ] as const) {
    it(`${operation} › response about another object: a ShapeError, so that nothing is done to that object`, async () => {
      server.answer = json(item);
      const body = operation.startsWith("update") ? { body: { name: "new" } } : {};
      const ask = (id: string) => client().call(operation as "updateNodeV2", { id, ...body } as never);
      const error = await failureOf(ask("XX-7"));
      expect(error).to.be.instanceOf(ShapeError);
      expect(error?.message).to.match(/^\w+ing the \w+: the platform's response is about another object than XX-7 \(/);
      expect(error?.message.endsWith(` (${operation}).`)).to.equal(true);
      expect(await ask(item.id.toLowerCase())).to.have.property("id", item.id);
    });
  }

  it("undocumented list items: reported with id and name, every other item kept", async () => {
    const bad = [
      { ...node, id: "ND-7", name: 7 },
      { id: 8, name: "x" },
      { ...node, id: "..", name: "x" },
      { ...node, id: null, name: null },
      {},
      7,
      null,
      [node],
      "ND-9",
    ];
    server.answer = json({ count: 10, next: null, results: [...bad, node] });
    const { value } = await client().pages("listNodesV2").next();
    expect(value?.results.map(({ id }) => id)).to.deep.equal([node.id]);
    const unknown = { id: undefined, name: undefined };
    const known = [
      { id: "ND-7", name: undefined },
      { id: undefined, name: "x" },
      { id: undefined, name: "x" },
    ];
    expect(value?.unreadable).to.deep.equal([...known, ...bad.slice(3).map(() => unknown)]);
  });

  it("network with an undocumented node: kept with its other nodes", async () => {
    const odd = { ...network, nodes: [{ ...nodeV1, id: "ND-7", name: null }, nodeV1, 7] };
    server.answer = json(odd);
    const read = await client().call("getNetwork", { id: "NW-1-2-3" });
    server.answer = json({ count: 1, next: null, results: [odd] });
    const { value } = await client().pages("listNetworks").next();
    for (const shown of [read, value?.results[0]]) {
      expect(shown?.nodes.map(({ id }) => id)).to.deep.equal([nodeV1.id]);
      expect(shown?.unreadable).to.deep.equal([
        { id: "ND-7", name: undefined },
        { id: undefined, name: undefined },
      ]);
    }
    expect(value?.unreadable).to.deep.equal([]);
  });

  for (const [list, get, item] of [
    ["listNodesV2", "getNodeV2", node],
    ["listNodesV1", "getNodeV1", nodeV1],
    ["listNetworks", "getNetwork", network],
    ["listProjects", "getProject", project],
  ] as const) {
    for (const key of Object.keys(item).filter((name) => name !== "id" && (name !== "name" || item === network))) {
      it(`${list} and ${get} › ${key} missing, empty or of another type: still readable`, async () => {
        for (const value of [undefined, null, "", [], {}, 7, "x", true]) {
          const odd = { ...item, [key]: value };
          server.answer = json({ count: 1, next: null, results: [odd] });
          const { value: listed } = await client().pages(list).next();
          expect(listed?.unreadable, String(value)).to.deep.equal([]);
          server.answer = json(odd);
          expect(listed?.results, String(value)).to.deep.equal([await client().call(get, { id: item.id })]);
        }
      });
    }
  }

  for (const [name, nodes] of [
    ["null", null],
    ["missing", undefined],
    ["an empty string", ""],
    ["an empty object", {}],
  ] as const) {
    it(`network › nodes ${name}: an empty network`, async () => {
      server.answer = json({ ...network, nodes, configuration: {} });
      const read = await client().call("getNetwork", { id: "NW-1-2-3" });
      expect(read).to.deep.include({ nodes: [], network: undefined });
    });
  }

  it("network › nodes not a list: unreadable, not empty", async () => {
    for (const nodes of [7, "none", true]) {
      server.answer = json({ ...network, nodes });
      const read = await client().call("getNetwork", { id: "NW-1-2-3" });
      expect(read).to.deep.include({ nodes: [], unreadable: [{ id: undefined, name: undefined }] });
    }
  });

  it("v1 object without an organization: that of its creator", async () => {
    const creator = { id: "UR-1", organization: { id: "RG-9", name: "Acme" } };
    server.answer = json({ ...without(nodeV1, "organization"), creator });
    expect(await client().call("getNodeV1", { id: "ND-1-2-4" })).to.include({ organization: "RG-9" });
    server.answer = json({ id: "PR-1", name: "p", creator: "somebody" });
    expect(await client().call("getProject", { id: "PR-1" })).to.include({ organization: undefined });
  });

  it("request id in a header: kept in the error if it looks like one", async () => {
    for (const [header, value, kept] of [
      ["x-request-id", "req-4711", "req-4711"],
      ["X-Correlation-Id", "0af7651916cd43dd8448eb211c80319c", "0af7651916cd43dd8448eb211c80319c"],
      ["x-request-id", "<script>", undefined],
    ] as const) {
      for (const status of [200, 400, 401, 403, 404, 500]) {
        server.answer = (_, response) => void response.writeHead(status, { [header]: value }).end("{}");
        const error = await failureOf(client().call("createNodeV2", { body: nodeBody }));
        expect(error, `${status}`).to.have.property("requestId", kept);
      }
    }
  });

  it("list › next of another type: a ShapeError", async () => {
    server.answer = json({ results: [node], next: 7 });
    expect(await failureOf(itemsOf(client().pages("listNodesV2")))).to.be.instanceOf(ShapeError);
  });

  it("node › optional fields of another type: undefined", async () => {
    const read = await readNode({ ...node, region: 7, cloud: {}, blockchain: [], protocol: false });
    expect(read).to.include({ region: undefined, cloud: undefined, blockchain: undefined, protocol: undefined });
  });

  it("list without count and next: accepted", async () => {
    server.answer = json({ results: [node] });
    const { value } = await client().pages("listNodesV2").next();
    expect(value).to.include({ count: undefined, next: undefined });
  });

  it("deployment option without features: no features", async () => {
    const option = { blockchain: "B", cloud: "C", region: "r", provider: "p", protocol: "x", network: "x-y" };
    server.answer = json({ options: [option, { ...option, features: "full" }] });
    const options = await client().call("listDeploymentOptions");
    expect(options.map(({ features }) => features)).to.deep.equal([[], []]);
  });

  it("deployment options › some unreadable: skipped; all unreadable: an error", async () => {
    const option = { blockchain: "B", cloud: "C", region: "r", provider: "p", protocol: "x", network: "x-y" };
    server.answer = json({ options: [{ ...option, region: 7 }, {}, null, option] });
    expect(await client().call("listDeploymentOptions")).to.deep.equal([{ ...option, features: [] }]);
    server.answer = json({ options: [{ ...option, region: 7 }] });
    expect((await failureOf(client().call("listDeploymentOptions")))?.message).to.match(/no option can be read/);
    server.answer = json({ options: [] });
    expect(await client().call("listDeploymentOptions")).to.deep.equal([]);
  });

  it("invalid count, or details with more than a thousand members: ignored", async () => {
    for (const count of [-1, 0.5, "7", null]) {
      server.answer = json({ count, results: [node] });
      expect((await client().pages("listNodesV2").next()).value).to.include({ count: undefined });
    }
    const detailsOf = (many: number) =>
      Object.fromEntries(Array.from({ length: many }, (_, index) => [`k${index}`, 1]));
    expect(await readNode({ ...node, details: detailsOf(1_000) })).to.deep.include({ details: detailsOf(1_000) });
    expect(await readNode({ ...node, details: detailsOf(1_001) })).to.deep.include({ details: {} });
  });

  it("members named __proto__ and constructor: no effect", async () => {
    server.answer = (_, response) =>
      response.end(`{"id":"ND-1-2-3","name":"n","__proto__":{"status":"x"},"constructor":1,
      "details":{"__proto__":{"https_endpoint":"https://other.example"},"wss_endpoint":"wss://a.example"}}`);
    const read = await client().call("getNodeV2", { id: "ND-1-2-3" });
    expect(read).to.include({ name: "n", status: "" });
    expect(read.details.https_endpoint).to.equal(undefined);
    expect(Object.getPrototypeOf(read)).to.equal(Object.prototype);
  });

  for (const [name, answer, said] of [
    ["an HTML page", text("  <!doctype html><title>Login</title>"), /200 and an HTML page, perhaps from a proxy/],
    ["an empty body", text(""), /200 and an empty body/],
    ["truncated JSON", text('{"id": "ND-1', "application/json"), /200 and a body that is not JSON/],
    ["null", json(null), /the body: /],
    ["a list", json([node]), /the body: /],
    ["the number 7", json(7), /the body: /],
  ] as const) {
    it(`body is ${name}: a ShapeError of one line`, async () => {
      server.answer = answer;
      const error = await failureOf(client().call("getNodeV2", { id: "ND-1-2-3" }));
      expect(error).to.be.instanceOf(ShapeError);
      expect(error?.message)
        .to.match(said)
        .and.to.match(/^Reading the node: [^\n]+$/)
        .and.not.match(/invalid|expected/i);
      expect(server.seen).to.have.length(1);
    });
  }

  it("error about a response: shows none of its content", async () => {
    const secret = "https://host.example/0123456789abcdef0123456789abcdef";
    const error = await failureOf(readNode({ ...node, name: { token: secret }, details: secret }));
    expect(error?.message).not.to.include("0123456789abcdef");
  });
});
