import { inspect } from "node:util";
import { expect } from "chai";
import { AuthError } from "../../provider/errors/errors.js";
import { json, useStubServer } from "../support/http/stub-server";
import { clientOf, failureOf } from "../support/platform/client-on-sandbox";

const key = "abcdefgh.0123456789abcdef0123456789abcdef";

describe("PlatformClient and hostile text", () => {
  const server = useStubServer();
  const other = useStubServer();

  for (const path of [
    "/",
    "//",
    "/prefix",
    "/prefix/",
    "/prefix//",
    "//OTHER",
    "//OTHER/",
    "/\\OTHER/",
    "/.//OTHER/",
  ]) {
    it(`base URL with the path ${path}: requests go to that host only`, async () => {
      server.answer = json({ id: "RG-1", name: "Acme" });
      const base = new URL(server.url.origin + path.replace("OTHER", other.url.host));
      await clientOf(base, key).call("getOrganization");
      expect(server.seen).to.have.length(1);
      const joined = `${base.pathname.replace(/\/+$/, "")}/v1/organization/`;
      expect(server.seen[0]).to.deep.include({ method: "GET", target: joined });
      expect(other.seen).to.deep.equal([]);
    });
  }

  describe("request id", () => {
    for (const header of ["x-request-id", "x-correlation-id", "request-id"]) {
      for (const [what, value] of [
        ["the key", key],
        ["the key in other text", `id-${key}:1`],
        ["another management key", "ABCDEFGH.0123456789abcdef0123456789abcdef"],
      ] as const) {
        it(`${header} contains ${what}: not shown`, async () => {
          server.answer = json({ error: { message: "no" } }, 403, { [header]: value });
          const error = await failureOf(clientOf(server.url, key).call("getOrganization"));
          expect(error).to.be.instanceOf(AuthError).with.property("requestId", undefined);
          expect(inspect(error, { depth: 9, showHidden: true })).not.to.include("0123456789abcdef");
        });
      }
    }

    it("first header contains the key: that of the next header", async () => {
      server.answer = json({}, 403, { "x-request-id": key, "request-id": "req-77" });
      const error = await failureOf(clientOf(server.url, key).call("getOrganization"));
      expect(error).to.have.property("requestId", "req-77");
    });
  });
});
