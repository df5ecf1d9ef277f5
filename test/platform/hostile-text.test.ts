import { expect } from "chai";
import { json, useStubServer } from "../http/stub-server";
import { clientOf } from "./client-on-sandbox";

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
    it(`base URL with the path ${path} › a call: goes to that host and no other`, async () => {
      server.answer = json({ id: "RG-1", name: "Acme" });
      const base = new URL(server.url.origin + path.replace("OTHER", other.url.host));
      await clientOf(base, key).call("getOrganization");
      expect(server.seen).to.have.length(1);
      const joined = `${base.pathname.replace(/\/+$/, "")}/v1/organization/`;
      expect(server.seen[0]).to.deep.include({ method: "GET", target: joined });
      expect(other.seen).to.deep.equal([]);
    });
  }
});
