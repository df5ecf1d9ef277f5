import * as pulumi from "@pulumi/pulumi";
import { expect } from "chai";
import {
  AuthError,
  ConfigError,
  type FunctionOptions,
  getOrganization,
  getOrganizationOutput,
  getProjects,
  getProjectsOutput,
  Provider,
  RejectedError,
} from "pulumi-blockchain-nodes";
import { environmentOf, setEnvironment, useEmptySettings } from "../support/functions/environment";
import { failureOf } from "../support/functions/world";
import { contentOf, settled, useMocks } from "../support/resources/mocks";
import { useSandbox } from "../support/sandbox";

describe("function settings", () => {
  const sandbox = useSandbox();
  useEmptySettings();

  const environment = () => environmentOf(sandbox);
  const plain = (options?: FunctionOptions) => failureOf(getProjects({}, options));
  const outputForm = (options?: FunctionOptions) => contentOf(getProjectsOutput({}, options));

  async function otherOrganization(name: string): Promise<{ readonly id: string; readonly apiKey: string }> {
    const made = await sandbox.admin<{ organization: { id: string }; apiKey: string }>("POST", "/organizations", {
      name,
    });
    return { id: made.organization.id, apiKey: made.apiKey };
  }

  describe("preview", () => {
    const without: readonly (readonly [title: string, variables: () => Readonly<Record<string, string>>])[] = [
      ["no setting", () => ({})],
      ["no key", () => ({ BLOCKCHAIN_NODES_BASE_URL: sandbox.baseUrl })],
      ["no base URL", () => ({ BLOCKCHAIN_NODES_API_KEY: sandbox.apiKey })],
      ["offline", () => ({ ...environment(), BLOCKCHAIN_NODES_OFFLINE: "true" })],
    ];
    for (const [title, variables] of without) {
      it(`${title}: the Output form is unknown and the plain form fails, without a request`, async () => {
        await useMocks({ isPreview: true });
        setEnvironment(variables());
        expect((await outputForm()).isKnown).to.equal(false);
        const failure = await plain();
        expect(failure).to.be.instanceOf(ConfigError);
        if (title.endsWith("offline")) {
          expect(failure?.message).to.match(
            /blockchain-nodes:offline.*BLOCKCHAIN_NODES_OFFLINE.*argument of a Provider/,
          );
        }
        expect(await sandbox.requests()).to.deep.equal([]);
      });
    }

    it("key set: both forms send requests", async () => {
      await useMocks({ isPreview: true });
      setEnvironment(environment());
      expect(await outputForm()).to.deep.equal({ value: [], isKnown: true, isSecret: false });
      expect(await getProjects()).to.deep.equal([]);
    });

    it("malformed: both forms fail", async () => {
      await useMocks({ isPreview: true });
      setEnvironment({ BLOCKCHAIN_NODES_BASE_URL: "platform.example" });
      expect(await plain()).to.be.instanceOf(ConfigError);
      expect(await failureOf(outputForm())).to.be.instanceOf(ConfigError);
    });

    it("no key, invalid argument: the argument's error", async () => {
      await useMocks({ isPreview: true });
      expect(await failureOf(contentOf(getProjectsOutput({ name: "" })))).to.be.instanceOf(RejectedError);
    });

    it("unknown output: the Output form is unknown and the plain form fails", async () => {
      await useMocks({ isPreview: true });
      const apiKey = pulumi.output(pulumi.unknown as unknown as string);
      const provider = new Provider("acct", { baseUrl: sandbox.baseUrl, apiKey });
      expect((await outputForm({ provider })).isKnown).to.equal(false);
      expect((await plain({ provider }))?.message).to.match(/not known yet/);
      expect(await sandbox.requests()).to.deep.equal([]);
    });

    it("unknown arguments: the Output form is unknown", async () => {
      await useMocks({ isPreview: true });
      setEnvironment(environment());
      const name = pulumi.output(pulumi.unknown as unknown as string);
      expect((await contentOf(getProjectsOutput({ name }))).isKnown).to.equal(false);
      expect(await sandbox.requests()).to.deep.equal([]);
    });
  });

  describe("update", () => {
    beforeEach(() => useMocks());

    it("no key: both forms fail, naming config key and environment variable", async () => {
      setEnvironment({ BLOCKCHAIN_NODES_BASE_URL: sandbox.baseUrl });
      for (const failure of [await plain(), await failureOf(outputForm())]) {
        expect(failure).to.be.instanceOf(ConfigError);
        expect(failure?.message).to.match(/blockchain-nodes:apiKey.*BLOCKCHAIN_NODES_API_KEY/);
      }
    });

    it("offline: requests are sent", async () => {
      setEnvironment({ ...environment(), BLOCKCHAIN_NODES_OFFLINE: "true" });
      expect((await outputForm()).isKnown).to.equal(true);
    });

    it("stack configuration: used, the environment precedes", async () => {
      pulumi.runtime.setAllConfig({
        "blockchain-nodes:baseUrl": sandbox.baseUrl,
        "blockchain-nodes:apiKey": sandbox.apiKey,
      });
      expect(await plain()).to.equal(undefined);
      setEnvironment({ BLOCKCHAIN_NODES_API_KEY: "another-key" });
      expect(await plain()).to.be.instanceOf(AuthError);
    });

    it("explicit provider: used, completed by the environment, not by the stack", async () => {
      const { id, apiKey } = await otherOrganization("Explicit");
      pulumi.runtime.setAllConfig({ "blockchain-nodes:organization": "RG-000-000" });
      setEnvironment({ ...environment(), BLOCKCHAIN_NODES_API_KEY: "another-key" });
      const provider = new Provider("acct", { apiKey });
      expect(await getOrganization({ provider })).to.deep.equal({ id, name: "Explicit" });
      expect((await contentOf(getOrganizationOutput({ provider }))).value).to.deep.equal({ id, name: "Explicit" });
    });

    it("provider of a parent: used", async () => {
      const { id, apiKey } = await otherOrganization("Parent");
      setEnvironment(environment());
      const provider = new Provider("acct", { apiKey });
      const parent = new pulumi.ComponentResource("shop:index:Component", "parent", {}, { providers: [provider] });
      expect((await getOrganization({ parent })).id).to.equal(id);
      await settled(parent);
    });

    it("provider of another package: not used", async () => {
      setEnvironment(environment());
      class Foreign extends pulumi.ProviderResource {
        constructor() {
          super("pulumi-nodejs", "foreign");
        }
      }
      const provider = new Foreign() as unknown as Provider;
      expect(await plain({ provider })).to.be.instanceOf(ConfigError);
      expect(() => getProjectsOutput({}, { provider })).to.throw(ConfigError);
      expect(await sandbox.requests()).to.deep.equal([]);
    });

    it("key of another organization than the setting's: no further request", async () => {
      setEnvironment({ ...environment(), BLOCKCHAIN_NODES_ORGANIZATION: "RG-000-000" });
      expect((await plain())?.message).to.match(
        /^The key belongs to organization RG-.* RG-000-000.*blockchain-nodes:organization.*BLOCKCHAIN_NODES_ORGANIZATION.*argument of a Provider/,
      );
      expect(await failureOf(outputForm())).to.be.instanceOf(AuthError);
      expect(new Set(await sandbox.requests())).to.deep.equal(new Set(["GET /v1/organization/"]));
    });

    it("same key in several providers: one rate", async () => {
      const { apiKey } = await sandbox.admin<{ apiKey: string }>("POST", "/keys", {});
      const settings = { baseUrl: sandbox.baseUrl, apiKey, requestsPerSecond: 20 };
      const providers = ["one", "two"].map((name) => new Provider(name, settings));
      await Promise.all(
        providers.flatMap((provider) => [getProjects({}, { provider }), getProjects({}, { provider })]),
      );
      const times = (await sandbox.log()).map(({ time }) => Date.parse(time)).sort((a, b) => a - b);
      expect(times).to.have.length(4);
      // Sent 50 ms apart; latency may shorten the span a little.
      expect((times.at(-1) ?? 0) - (times[0] ?? 0)).to.be.greaterThan(100);
    });

    it("same key with several rates: the lowest so far", async () => {
      const { apiKey } = await sandbox.admin<{ apiKey: string }>("POST", "/keys", {});
      const [fast, slow] = [500, 10].map(
        (requestsPerSecond) =>
          new Provider(`at-${requestsPerSecond}`, { baseUrl: sandbox.baseUrl, apiKey, requestsPerSecond }),
      ) as [Provider, Provider];
      await getProjects({}, { provider: fast });
      await getProjects({}, { provider: slow });
      await sandbox.forget();
      await Promise.all([getProjects({}, { provider: fast }), getProjects({}, { provider: fast })]);
      const times = (await sandbox.log()).map(({ time }) => Date.parse(time)).sort((a, b) => a - b);
      // Sent 100 ms apart.
      expect((times.at(-1) ?? 0) - (times[0] ?? 0)).to.be.greaterThan(70);
    });

    it("output of undefined: not replaced by the environment", async () => {
      setEnvironment(environment());
      for (const nothing of [undefined, null]) {
        const provider = new Provider("acct", { apiKey: pulumi.secret(nothing) as unknown as string });
        for (const failure of [await plain({ provider }), await failureOf(outputForm({ provider }))]) {
          expect(failure).to.be.instanceOf(ConfigError);
          expect(failure?.message).to.match(/^apiKey: .*blank/);
        }
      }
      expect(await sandbox.requests()).to.deep.equal([]);
    });

    it("organization: compared with that of getOrganization, in one request", async () => {
      const { id, apiKey } = await otherOrganization("Once");
      setEnvironment(environment());
      const wanted = new Provider("wanted", { apiKey, organization: id });
      expect((await getOrganization({ provider: wanted })).id).to.equal(id);
      expect(await sandbox.requests()).to.deep.equal(["GET /v1/organization/"]);
      const other = new Provider("other", { apiKey, organization: "RG-000-000" });
      expect(await failureOf(getOrganization({ provider: other }))).to.be.instanceOf(AuthError);
      expect((await sandbox.requests()).length).to.equal(2);
    });

    it("unknown option: rejected, not ignored", async () => {
      setEnvironment(environment());
      const provider = new Provider("acct", { apiKey: "another-key" });
      const wrong: readonly (readonly [options: object, words: RegExp])[] = [
        [{ providers: [provider] }, /option "providers" .* did you mean "provider"\?/],
        [{ dependsOn: [provider] }, /option "dependsOn" .* takes provider and parent/],
        [{ providr: provider, parent: undefined }, /did you mean "provider"\?/],
      ];
      for (const [options, words] of wrong) {
        const failure = await plain(options);
        expect(failure).to.be.instanceOf(ConfigError);
        expect(failure?.message).to.match(words);
        expect(() => getProjectsOutput({}, options)).to.throw(ConfigError, words);
      }
      expect(await plain({ dependsOn: undefined } as FunctionOptions)).to.equal(undefined);
    });

    it("options as the second argument of getOrganization: rejected, since they come first", async () => {
      setEnvironment(environment());
      const provider = new Provider("acct", { apiKey: "another-key" });
      type Loose = (...rest: readonly object[]) => never;
      const failure = await failureOf((getOrganization as unknown as Loose)({}, { provider }));
      expect(failure).to.be.instanceOf(ConfigError);
      expect(failure?.message).to.match(/getOrganization.* first/);
      expect(() => (getOrganizationOutput as unknown as Loose)({}, { provider })).to.throw(ConfigError, /first/);
      expect(await sandbox.requests()).to.deep.equal([]);
    });

    it("arguments and options null, as in plain JavaScript: the environment's settings", async () => {
      setEnvironment(environment());
      const nothing = null as unknown as undefined;
      const loose = null as unknown as object;
      expect(await getProjects(loose, loose)).to.deep.equal([]);
      expect((await contentOf(getProjectsOutput(loose, loose))).value).to.deep.equal([]);
      expect(await getOrganization(loose)).to.have.property("id");
      expect(await plain({ provider: nothing, parent: nothing } as unknown as FunctionOptions)).to.equal(undefined);
    });
  });
});
