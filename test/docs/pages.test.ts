import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect } from "chai";
import { errorCatalogue } from "../../provider/errors/catalogue.js";
import * as errors from "../../provider/errors/errors.js";
import { errorOfRow, failureTable } from "../../provider/platform/failures.js";
import { pages } from "../../scripts/docs";

/** One error of every class. */
const samples: readonly errors.ProviderError[] = [
  new errors.ConfigError("x"),
  new errors.AuthError("x"),
  new errors.NotFoundError("x"),
  new errors.ConflictError("x"),
  new errors.RejectedError("x"),
  new errors.QuotaError("x"),
  new errors.UnavailableError("x", 503),
  new errors.TransportError("x", "reset", true),
  new errors.ShapeError("x"),
  new errors.RpcError("x", "eth_chainId", "rpc"),
  new errors.NotReadyError("x", true),
  new errors.CancelledError(),
];

describe("error catalogue", () => {
  it("entries: one for each error class, and no other", () => {
    const classes = Object.entries(errors).filter(
      ([, value]) => typeof value === "function" && value.prototype instanceof errors.ProviderError,
    );
    expect(samples.map(({ name }) => name)).to.have.members(classes.map(([name]) => name));
    expect(Object.keys(errorCatalogue)).to.have.members(samples.map(({ code }) => code));
    for (const { code, name } of samples) {
      expect(errorCatalogue[code].name, code).to.equal(name);
    }
  });

  it("section: exists where each error links to it", () => {
    const page = readFileSync(resolve(__dirname, "../../provider/docs/errors.md"), "utf8");
    for (const { code, docs } of samples) {
      const [file, anchor] = docs.split("#");
      expect(file).to.equal("pulumi-blockchain-nodes/docs/errors.md");
      expect(anchor).to.equal(code);
      expect(page).to.include(`\n## ${anchor}\n`);
    }
  });

  for (const [status, platformCode, code] of [
    [400, undefined, "rejected"],
    [401, undefined, "auth"],
    [403, undefined, "auth"],
    [403, "quota_exceeded", "quota"],
    [404, undefined, "not-found"],
    [409, undefined, "rejected"],
    [429, undefined, "unavailable"],
    [500, undefined, "unavailable"],
    [504, undefined, "unavailable"],
  ] as const) {
    it(`${[status, platformCode].filter(Boolean).join(" ")}: the class that the client throws`, () => {
      const row = failureTable.find(({ matches }) => matches(status, platformCode));
      expect(row?.code).to.equal(code);
      const error = row && errorOfRow(row, { message: "x", fields: {}, details: {} }, status);
      expect(error?.code).to.equal(code);
    });
  }
});

describe("generated pages", () => {
  for (const [place, render] of Object.entries(pages)) {
    it(`${place}: up to date`, () => {
      const page = readFileSync(resolve(__dirname, "../..", place), "utf8");
      expect(page, "run `npm run docs`").to.equal(render().trimEnd().concat("\n"));
    });
  }
});
