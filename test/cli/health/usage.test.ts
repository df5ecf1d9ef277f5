import { expect } from "chai";
import { useHealthRuns } from "../../support/cli/health-runs";
import { encryptedSecret, nodeEntry, resource, stateOf } from "../../support/cli/health-scene";

describe("blockchain-nodes health", () => {
  const { run } = useHealthRuns();

  describe("usage and configuration: 2", () => {
    const url = "http://127.0.0.1:1/SECRETPATHSECRETPATH";
    const cases: readonly (readonly [name: string, args: readonly string[], message: RegExp])[] = [
      ["endpoint without chain", ["--endpoint", url], /--endpoint requires --chain or --chain-id/],
      ["beacon without chain", ["--beacon", url], /^--beacon requires --chain or --chain-id/],
      ["chain without endpoint", ["--chain", "ethereum-mainnet"], /--endpoint or --beacon, which is missing/],
      ["two chains", ["--endpoint", url, "--chain", "base", "--chain-id", "1"], /cannot be used with/],
      ["two sources", ["--endpoint", url, "--chain-id", "1", "--stack", "dev"], /cannot be used with/],
      ["endpoint is no URL", ["--endpoint", "SECRETPATHSECRETPATH", "--chain-id", "1"], /^--endpoint is not a URL/],
      [
        "endpoint over plain http",
        ["--endpoint", "http://node.example/SECRETPATHSECRETPATH", "--chain-id", "1"],
        /plain http/,
      ],
      [
        "reference is no URL",
        ["--endpoint", url, "--chain-id", "1", "--reference", "SECRETPATH"],
        /^--reference is not/,
      ],
      ["beacon is no URL", ["--beacon", "SECRETPATHSECRETPATH", "--chain", "ethereum-mainnet"], /^--beacon is not/],
      ["zero cost", ["--max-cost", "0"], /request units, at least 1/],
      ["no rate", ["--requests-per-second", "0"], /above 0/],
      ["timeout without unit", ["--timeout", "60"], /duration such as 30s/],
      ["empty stack", ["--stack", ""], /It is empty/],
      ["chain id is a name", ["--endpoint", url, "--chain-id", "mainnet"], /chain id such as/],
      ["port out of range", ["--serve", ":70000"], /:PORT or HOST:PORT/],
      ["unknown depth", ["--depth", "deep"], /basic, capabilities, full/],
      ["junit again and again", ["--watch", "--format", "junit"], /--format junit is a report of one run/],
      ["prometheus again and again", ["--watch", "--format", "prometheus"], /\/metrics/],
      ["misspelled option with a token", ["--endpont=SECRETPATHSECRETPATH"], /unknown option '--endpont'/],
      ["token as an option", ["--SECRETPATHSECRETPATHSECRETPATH"], /^error: unknown option\n/],
      ["token as a short option", ["-kSECRETPATHSECRETPATHSECRETPATH"], /^error: unknown option\n/],
      ["token after a dot", ["--api.key=SECRETPATHSECRETPATH"], /unknown option '--api\.key'/],
      ["misspelled option: named", ["--request-per-second", "5"], /unknown option '--request-per-second'/],
      ["URL with a slash in its user info", ["--x=https://u:SECRET/SECRET@h.example/"], /unknown option '--x'/],
      ["token as a number", ["--max-cost", "SECRETPATHSECRETPATH"], /--max-cost <units>' argument is invalid/],
      ["token as a choice", ["--depth", "SECRETPATHSECRETPATH"], /argument is invalid\. Allowed choices/],
      [
        "misspelled option with a URL",
        ["--endpont=https://user:SECRETUSER@node.example/SECRETPATH?k=SECRET"],
        /unknown option/,
      ],
      ["no such file", ["--state", "/nonexistent/state.json"], /^--state cannot be read: ENOENT/],
    ];
    for (const [name, args, message] of cases) {
      it(`${name}: explained, without the URL`, async () => {
        const { exitCode, stdout, stderr } = await run(args);
        expect({ exitCode, stdout }).to.deep.equal({ exitCode: 2, stdout: "" });
        expect(stderr).to.match(message).and.not.include("SECRET");
      });
    }

    it("no state, encrypted or hidden secrets: explained", async () => {
      const hidden = (endpoints: unknown) => stateOf(resource("Node", "rpc", { name: "rpc", endpoints }));
      const texts = ["", "not JSON", "[]", "{}", hidden(encryptedSecret), hidden("[secret]")];
      for (const text of [...texts, stateOf(resource("Network", "net", { nodes: encryptedSecret }))]) {
        const { exitCode, stdout, stderr } = await run(["--state", "-"], text);
        expect({ exitCode, stdout }, text).to.deep.equal({ exitCode: 2, stdout: "" });
        expect(stderr, text).to.match(/^[^\n]*pulumi stack export --show-secrets`[^\n]*\n$/);
      }
    });

    it("reference for nodes of several chains: rejected", async () => {
      const state = stateOf(
        nodeEntry("a", "http://127.0.0.1:1"),
        nodeEntry("b", "http://127.0.0.1:1", { network: "ethereum-sepolia" }),
      );
      const { exitCode, stderr } = await run(["--state", "-", "--reference", "http://127.0.0.1:1"], state);
      expect(exitCode).to.equal(2);
      expect(stderr).to.include("ethereum-mainnet, ethereum-sepolia");
    });
  });
});
