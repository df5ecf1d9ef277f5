import { expect } from "chai";
import {
  checked,
  configOf,
  failureOf,
  fullArgs,
  globalPlace,
  inputsOf,
  makeProject,
  type TypeName,
  typeNames,
  usePlugin,
  validArgs,
} from "../support/processes/kit";
import type { PluginOptions } from "../support/processes/plugin";
import type { Bag } from "../support/processes/wire";
import { useSandbox } from "../support/sandbox";

const valid = { "blockchain-nodes:baseUrl": "https://api.example.com", "blockchain-nodes:apiKey": "aB3dE6gH.secret" };

interface Problem {
  readonly property: string;
  /** What the reason must name. */
  readonly names: readonly string[];
}

const baseUrlProblem: Problem = {
  property: "baseUrl",
  names: ["blockchain-nodes:baseUrl", "BLOCKCHAIN_NODES_BASE_URL", "https://"],
};

const malformed: readonly {
  readonly title: string;
  readonly start: PluginOptions;
  readonly problems: readonly Problem[];
}[] = [
  {
    title: "malformed values",
    start: {
      config: {
        "blockchain-nodes:baseUrl": "canary.example.com",
        "blockchain-nodes:apiKey": "canary key",
        "blockchain-nodes:requestsPerSecond": "canary",
      },
    },
    problems: [
      baseUrlProblem,
      { property: "apiKey", names: ["--secret blockchain-nodes:apiKey", "BLOCKCHAIN_NODES_API_KEY"] },
      {
        property: "requestsPerSecond",
        names: ["blockchain-nodes:requestsPerSecond", "BLOCKCHAIN_NODES_REQUESTS_PER_SECOND"],
      },
    ],
  },
  {
    title: "plain http to a host that is not loopback, in the environment",
    start: { config: valid, env: { BLOCKCHAIN_NODES_BASE_URL: "http://canary.example.com" } },
    problems: [baseUrlProblem],
  },
];

for (const { title, start, problems } of malformed) {
  describe(`settings with ${title}`, () => {
    const plugin = usePlugin(() => start);

    it("check of every type: fails with config key and environment variable, without the value", async () => {
      for (const type of typeNames) {
        const { failures } = await plugin().check({}, inputsOf(type, "web", validArgs[type]));
        expect(failures, type).to.have.length(problems.length);
        for (const [index, { property, names }] of problems.entries()) {
          expect(failures[index]?.property, type).to.equal(property);
          expect(failures[index]?.reason, type).not.to.match(/\n|canary/);
          for (const name of names) {
            expect(failures[index]?.reason, type).to.include(name);
          }
        }
      }
    });

    it("create: fails with the same message", async () => {
      const { message, partial } = await failureOf(plugin().create(inputsOf("Project", "web")));
      expect(message)
        .to.match(/^baseUrl: .*blockchain-nodes:baseUrl/)
        .and.not.to.include("canary");
      expect(partial).to.equal(undefined);
    });
  });
}

const missing: readonly {
  readonly title: string;
  readonly config: Readonly<Record<string, string>>;
  readonly names: readonly string[];
}[] = [
  { title: "empty", config: {}, names: ["blockchain-nodes:baseUrl", "BLOCKCHAIN_NODES_BASE_URL"] },
  {
    title: "base URL, blank key",
    config: { "blockchain-nodes:baseUrl": "http://127.0.0.1:1", "blockchain-nodes:apiKey": " " },
    names: ["--secret blockchain-nodes:apiKey", "BLOCKCHAIN_NODES_API_KEY"],
  },
];

for (const { title, config, names } of missing) {
  describe(`settings: ${title}`, () => {
    const plugin = usePlugin(() => ({ config }));

    it("check and diff: work, as in a preview without the key", async () => {
      for (const type of typeNames) {
        const inputs = await checked(plugin(), type, "web", fullArgs[type]);
        const olds = { ...inputs, name: "another", ready: false };
        expect((await plugin().diff("XX-1", olds, inputs)).changes, type).to.equal("some");
      }
    });

    it("every call that reaches the platform: fails with config key and environment variable", async () => {
      for (const type of typeNames) {
        const inputs = inputsOf(type, "web", { ...fullArgs[type], __set: "name" });
        const calls = [
          plugin().create(inputs),
          plugin().read("XX-1", inputs),
          plugin().update("XX-1", inputs, { ...inputs, name: "another" }),
          plugin().delete("XX-1", inputs),
        ];
        for (const { message, partial } of await Promise.all(calls.map(failureOf))) {
          for (const name of names) {
            expect(message, type).to.include(name);
          }
          expect(partial, type).to.equal(undefined);
        }
      }
    });
  });
}

describe("settings in config and environment", () => {
  const sandbox = useSandbox();
  const plugin = usePlugin(() => ({
    config: {
      "blockchain-nodes:baseUrl": "http://127.0.0.1:1",
      "blockchain-nodes:apiKey": "old",
      "blockchain-nodes:organization": "RG-111-111",
    },
    env: {
      BLOCKCHAIN_NODES_BASE_URL: sandbox.baseUrl,
      BLOCKCHAIN_NODES_API_KEY: sandbox.apiKey,
      BLOCKCHAIN_NODES_ORGANIZATION: "RG-000-000",
      BLOCKCHAIN_NODES_REQUESTS_PER_SECOND: "500",
    },
  }));

  it("environment: overrides the config; key of another organization refused before any write", async () => {
    for (const type of typeNames) {
      const inputs = inputsOf(type, "web", { ...fullArgs[type], __set: "name" });
      const calls = [plugin().create(inputs), plugin().delete("XX-1", inputs), plugin().read("XX-1", inputs)];
      for (const { message } of await Promise.all(calls.map(failureOf))) {
        expect(message).to.match(/The key belongs to organization RG-.* RG-000-000/);
      }
    }
    expect([...new Set(await sandbox.requests())]).to.deep.equal(["GET /v1/organization/"]);
  });
});

describe("settings of an explicit provider", () => {
  const sandbox = useSandbox();
  const plugin = usePlugin(() => ({
    config: {
      "blockchain-nodes:apiKey": sandbox.apiKey,
      "blockchain-nodes:organization": "RG-000-000",
      "blockchain-nodes:explicit": "true",
    },
    env: {
      BLOCKCHAIN_NODES_BASE_URL: sandbox.baseUrl,
      BLOCKCHAIN_NODES_API_KEY: "key-of-another-account",
      BLOCKCHAIN_NODES_ORGANIZATION: "RG-111-111",
      BLOCKCHAIN_NODES_REQUESTS_PER_SECOND: "500",
    },
  }));

  it("own values: override the environment, which supplies the rest", async () => {
    const { message } = await failureOf(plugin().create(inputsOf("Project", "web", { name: "web" })));
    // The key is the provider's own: another one would have no organization.
    expect(message).to.match(/^The key belongs to organization RG-.* requires RG-000-000/);
    expect(await sandbox.requests()).to.deep.equal(["GET /v1/organization/"]);
  });
});

describe("settings of an explicit provider, malformed", () => {
  const plugin = usePlugin(() => ({
    config: {
      "blockchain-nodes:baseUrl": "http://canary.example.com",
      "blockchain-nodes:apiKey": " ",
      "blockchain-nodes:explicit": "true",
    },
    env: { BLOCKCHAIN_NODES_API_KEY: "key-of-another-account" },
  }));

  it("check of every type: fails with argument and environment variable", async () => {
    for (const type of typeNames) {
      const { failures } = await plugin().check({}, inputsOf(type, "web", validArgs[type]));
      expect(failures.map(({ property }) => property)).to.deep.equal(["baseUrl", "apiKey"]);
      for (const { property, reason } of failures) {
        expect(reason).to.match(new RegExp(`argument ${property} of the Provider .* BLOCKCHAIN_NODES_`));
        expect(reason).not.to.include("canary");
      }
    }
  });
});

describe("settings configured for all types at once", () => {
  const sandbox = useSandbox();
  const plugin = usePlugin(() => ({ config: configOf(sandbox) }));

  it("two creates of each type: all succeed, one shared account remembers its organization", async () => {
    const project = await makeProject(sandbox);
    const nodes = [{ ...globalPlace, name: "web", configuration: { archive: false } }];
    const args: Readonly<Record<TypeName, Bag>> = {
      Project: { name: "web" },
      Network: { project, protocol: "ethereum", network: "ethereum-mainnet", nodes, readiness: "platform" },
      Node: { project, name: "web", chain: "polygon-pos-mainnet", readiness: "platform" },
      OrganizationSettings: { name: "Acme" },
    };
    const idsBegin = { Project: "PR", Network: "NW", Node: "ND", OrganizationSettings: "RG" } as const;
    // The SDK lets the second call of a type through while the first one is still configuring.
    const types = [...typeNames, ...typeNames];
    const created = await Promise.all(
      types.map((type) => plugin().create({ ...inputsOf(type, "web", args[type]), __set: "name" })),
    );
    expect(created.map(({ id }) => id.slice(0, 2))).to.deep.equal(types.map((type) => idsBegin[type]));
    const reads = (await sandbox.requests()).filter((request) => request.startsWith("GET /v1/organization"));
    // One for all, and one for each create of OrganizationSettings, which needs the current name.
    expect(reads).to.have.length(1 + 2);
  });
});

describe("settings of an explicit provider, undefined", () => {
  // What the SDK turns a secret without a value into.
  const plugin = usePlugin(() => ({
    config: { "blockchain-nodes:apiKey": null, "blockchain-nodes:explicit": "true" },
    env: { BLOCKCHAIN_NODES_API_KEY: "key-of-another-account" },
  }));

  it("check of every type: fails as for blank values", async () => {
    for (const type of typeNames) {
      const { failures } = await plugin().check({}, inputsOf(type, "web", validArgs[type]));
      expect(failures.map(({ property }) => property)).to.deep.equal(["apiKey"]);
      expect(failures[0]?.reason).to.match(/blank.*argument apiKey of the Provider/);
    }
  });
});
