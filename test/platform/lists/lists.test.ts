import { expect } from "chai";
import { NotFoundError, ShapeError } from "../../../provider/errors/errors.js";
import type { PlatformClient } from "../../../provider/platform/client.js";
import { inTurn, json, type Responder, useStubServer } from "../../support/http/stub-server";
import { clientOf, ethereum, failureOf, itemsOf } from "../../support/platform/client-on-sandbox";
import { useSandbox } from "../../support/sandbox";

describe("PlatformClient.pages", () => {
  describe("sandbox", () => {
    const sandbox = useSandbox({ pageSize: 2 });
    let client: PlatformClient;
    const names = ["a", "b", "c", "d", "e"];
    before(async () => {
      client = clientOf(sandbox.baseUrl, sandbox.apiKey);
      const { id: project } = await client.call("createProject", { body: { name: "payments" } });
      for (const name of names) {
        await client.call("createNodeV2", { body: { name, project, ...ethereum } });
      }
    });

    for (const nextLinks of ["absolute", "page-only", "foreign"] as const) {
      it(`${nextLinks} links: the whole list in order of creation`, async () => {
        await sandbox.change({ nextLinks });
        expect((await itemsOf(client.pages("listNodesV2"))).map(({ name }) => name)).to.deep.equal(names);
        const log = await sandbox.log();
        expect(log.map(({ query }) => query)).to.deep.equal(
          ["1", "3", "2", "1"].map((page) => ({ order_by: "created_at", page })),
        );
      });
    }

    it("caller stops early: no further request", async () => {
      for await (const { count, results } of client.pages("listNodesV2")) {
        expect({ count, results: results.length }).to.deep.equal({ count: 5, results: 2 });
        break;
      }
      expect(await sandbox.requests()).to.have.length(1);
    });

    it("item deleted between two pages: nothing missed, each item once", async () => {
      const walk = client.pages("listNodesV2");
      const ids: string[] = [];
      for (let page = 0; page < 2; page += 1) {
        const { value } = await walk.next();
        ids.push(...(value === undefined ? [] : value.results.map(({ id }) => id)));
      }
      expect(ids).to.have.length(3);
      // The third item moves to the first page, which was read.
      await sandbox.admin("DELETE", `/objects/${ids[0]}`);
      const rest = await itemsOf(walk);
      expect(rest.map(({ name }) => name)).to.have.members(["c", "d"]);
    });
  });

  describe("stub server", () => {
    const server = useStubServer();
    const other = useStubServer();
    const client = () => clientOf(server.url, "secret-key");
    const walk = () => itemsOf(client().pages("listProjects"));
    const page = (ids: readonly string[], next: string | null, more: object = {}): Responder =>
      json({ count: 9, next, previous: null, results: ids.map((id) => ({ id, name: id })), ...more });

    const two = { count: 2 };

    for (const [name, next] of [
      ["of another host", () => new URL("/steal/?page=2", other.url).href],
      ["of another scheme", () => "ftp://127.0.0.1/x?page=2"],
      ["that is relative", () => "?page=2"],
      ["with a path only", () => "/elsewhere/?page=2&order_by=name"],
      ["with user info", () => `http://user:pass@127.0.0.1:${other.url.port}/?page=2`],
    ] as const) {
      it(`link ${name}: only its page number is used`, async () => {
        other.answer = page(["stolen"], null);
        server.answer = inTurn(page(["a"], next(), two), page(["b"], null, two), page(["a"], null, two));
        expect((await walk()).map(({ id }) => id)).to.deep.equal(["a", "b"]);
        expect(other.seen).to.deep.equal([]);
        expect(server.seen.map(({ target }) => target)).to.deep.equal([
          "/v2/projects/?order_by=created_at&page=1",
          "/v2/projects/?order_by=created_at&page=2",
          "/v2/projects/?order_by=created_at&page=1",
        ]);
        expect(server.seen[1]?.headers.authorization).to.equal("Bearer secret-key");
      });
    }

    for (const next of [
      "http://x.invalid/",
      "?page=",
      "?page=two",
      "?page=-1",
      "?page=1e3",
      "http://[",
      "?cursor=abc",
    ]) {
      it(`link "${next}": a ShapeError`, async () => {
        server.answer = page(["a"], next);
        const error = await failureOf(walk());
        expect(error).to.be.instanceOf(ShapeError);
        expect(error?.message).to.match(/^Listing the projects: .*next.*\(listProjects\)/);
        expect(server.seen).to.have.length(1);
      });
    }

    it("empty link: the end", async () => {
      server.answer = page(["a"], "");
      expect(await walk()).to.have.length(1);
    });

    it("cyclic links: a ShapeError", async () => {
      server.answer = page(["a"], "?page=2", two);
      const error = await failureOf(walk());
      expect(error).to.be.instanceOf(ShapeError);
      expect(error?.message).to.match(/cyclic/);
      expect(server.seen).to.have.length(2);
    });

    it("endless list: a ShapeError", async () => {
      server.answer = (request, response) => {
        const number = Number(new URL(request.target, server.url).searchParams.get("page"));
        page([`P-${number}`], `?page=${number + 1}`, two)(request, response);
      };
      const error = await failureOf(walk());
      expect(error).to.be.instanceOf(ShapeError);
      expect(error?.message).to.match(/more than 1000 pages/);
      expect(server.seen).to.have.length(1_000);
    });

    it("second page promised repeatedly, never there: a ShapeError", async () => {
      server.answer = (request, response) =>
        (request.target.endsWith("page=1") ? page(["a"], "?page=2") : json({}, 404))(request, response);
      const error = await failureOf(walk());
      expect(error).to.be.instanceOf(ShapeError);
      expect(error?.message).to.match(/repeatedly promises a second page/);
      expect(server.seen.length).to.be.below(20);
    });

    it("no first page: a NotFoundError", async () => {
      server.answer = json({}, 404);
      expect(await failureOf(walk())).to.be.instanceOf(NotFoundError);
    });

    it("base URL with a path: kept", async () => {
      server.answer = page([], null);
      await itemsOf(clientOf(new URL("/prefix/", server.url), "k").pages("listNodesV1"));
      await itemsOf(clientOf(new URL("/prefix", server.url), "k").pages("listNodesV1"));
      expect(new Set(server.seen.map(({ target }) => target))).to.deep.equal(
        new Set(["/prefix/v1/nodes/?order_by=created_at&page=1"]),
      );
    });
  });
});
