import { expect } from "chai";
import type { NodeEndpoints } from "../../provider/access/endpoints.js";
import { endpointTarget } from "../../provider/access/target.js";
import { isLoopback } from "../../provider/base/loopback.js";
import { token } from "../support/access/stub-nodes";

describe("endpointTarget", () => {
  const authorization = (endpoints: NodeEndpoints) => {
    const { authorization: header } = endpointTarget(endpoints).headers;
    return header === undefined ? undefined : Buffer.from(header.slice("Basic ".length), "base64").toString("utf8");
  };

  it("user info in the URL: moved to the header", () => {
    const target = endpointTarget({ https: "https://calm-otter:p%40ss-word@node.example/x" });
    expect(target.url.href).to.equal("https://node.example/x");
    expect(authorization({ https: "https://calm-otter:p%40ss-word@node.example/x" })).to.equal("calm-otter:p@ss-word");
  });

  it("user name and password: used unless the URL contains the key", () => {
    const basic = { username: "calm-otter", password: "river-stone" };
    expect(authorization({ https: "https://node.example", ...basic, key: token })).to.equal("calm-otter:river-stone");
    expect(authorization({ https: `https://node.example/${token}`, ...basic, key: token })).to.equal(undefined);
    expect(authorization({ https: `https://node.example/ext/bc/C/rpc/${token}`, ...basic })).to.equal(undefined);
    expect(authorization({ https: "https://node.example", username: "calm-otter" })).to.equal(undefined);
  });

  it("plain http: accepted for loopback only", () => {
    for (const host of ["127.0.0.1", "127.9.9.9", "[::1]", "localhost"]) {
      expect(endpointTarget({ https: `http://${host}:8545/${token}` }).host).to.equal(`${host}:8545`);
    }
    for (const host of [
      "node.example",
      "127.0.0.1.evil.example",
      "localhost.evil.example",
      "128.0.0.1",
      "10.0.0.1",
      "[::ffff:7f00:1]",
    ]) {
      expect(() => endpointTarget({ https: `http://${host}/${token}` }), host).to.throw(/plain http/);
    }
    expect(isLoopback("127.evil.example")).to.equal(false);
  });

  it("not an HTTP URL: rejected without repeating it", () => {
    for (const https of [`${token}`, `wss://node.example/${token}`, `https://${token} x/`, ""]) {
      expect(() => endpointTarget({ https }), https)
        .to.throw()
        .with.property("message")
        .that.does.not.include(token);
    }
  });
});
