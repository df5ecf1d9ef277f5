import { expect } from "chai";
import type { PlatformClient } from "../../../provider/platform/client.js";
import { clientOf, ethereum, itemsOf } from "../../support/platform/client-on-sandbox";
import { useSandbox } from "../../support/sandbox";

const projectCount = 300;
const nodeCount = 1_000;
const batchSize = 50;

describe("lists of a large account", function () {
  this.timeout(120_000);
  const sandbox = useSandbox();
  let client: PlatformClient;
  let projects: readonly string[];
  let nodes: readonly string[];
  let counter = 0;

  const makeProject = async () => (await client.call("createProject", { body: { name: `p-${counter++}` } })).id;
  const makeNode = async () => {
    counter += 1;
    const project = projects[counter % projects.length] ?? "";
    return (await client.call("createNodeV2", { body: { name: `n-${counter}`, project, ...ethereum } })).id;
  };

  async function many(count: number, make: () => Promise<string>): Promise<readonly string[]> {
    const made: string[] = [];
    while (made.length < count) {
      const size = Math.min(batchSize, count - made.length);
      made.push(...(await Promise.all(Array.from({ length: size }, make))));
    }
    return made;
  }

  before(async () => {
    client = clientOf(sandbox.baseUrl, sandbox.apiKey);
    projects = await many(projectCount, makeProject);
    nodes = await many(nodeCount, makeNode);
  });

  for (const [name, list, expected, calls] of [
    ["projects", "listProjects", () => projects, 4],
    ["nodes of v2", "listNodesV2", () => nodes, 11],
    ["nodes of v1", "listNodesV1", () => nodes, 11],
  ] as const) {
    it(`all ${name}: each exactly once, in ${calls} calls`, async () => {
      const items = await itemsOf<{ readonly id: string }>(client.pages(list));
      expect(items.map(({ id }) => id)).to.have.members(expected());
      expect(await sandbox.requests()).to.have.length(calls);
    });
  }

  it("nodes added and removed between pages: every other node exactly once", async () => {
    const before = [...nodes];
    const gone = new Set<string>();
    const seen: string[] = [];
    let page = 0;
    for await (const { results } of client.pages("listNodesV2")) {
      seen.push(...results.map(({ id }) => id));
      // At the start, the middle and the end of the list, already read or not.
      for (const position of [page, 450 + page, 990 - page]) {
        const id = before[position] ?? "";
        gone.add(id);
        await client.call("deleteNodeV2", { id });
      }
      await many(5, makeNode);
      page += 1;
    }
    expect(page).to.be.at.least(11);
    expect(new Set(seen).size, "twice").to.equal(seen.length);
    expect(seen).to.include.members(before.filter((id) => !gone.has(id)));
    nodes = (await itemsOf(client.pages("listNodesV2"))).map(({ id }) => id);
  });

  it("another program adds and removes nodes concurrently: every other node exactly once", async () => {
    const before = new Set(nodes);
    const victims = nodes.filter((_, index) => index % 9 === 0);
    let isDone = false;
    const other = (async () => {
      for (const id of victims) {
        if (isDone) {
          return;
        }
        before.delete(id);
        await client.call("deleteNodeV2", { id });
        await makeNode();
      }
    })();
    const seen = (await itemsOf(client.pages("listNodesV2"))).map(({ id }) => id);
    isDone = true;
    await other;
    expect(new Set(seen).size, "twice").to.equal(seen.length);
    expect(seen).to.include.members([...before]);
  });
});
