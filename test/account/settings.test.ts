import { expect } from "chai";
import { readSettings, requireSettings, type Settings, settingNames } from "../../provider/account/settings.js";
import { ConfigError } from "../../provider/errors/errors.js";

const key = "abcdefgh.0123456789abcdef0123456789abcdef";
const complete = { baseUrl: "https://api.example.com", apiKey: key };

/** Settings from stack config (short keys) and environment. */
function read(config: Readonly<Record<string, string>>, environment: NodeJS.ProcessEnv = {}) {
  return readSettings((name) => config[name.replace(/^blockchain-nodes:/, "")], environment);
}

/** Settings with the key in clear. */
function revealed<Known extends Partial<Settings>>(settings: Known) {
  const { apiKey } = settings;
  return apiKey === undefined ? settings : { ...settings, apiKey: apiKey.reveal() };
}

describe("readSettings", () => {
  it("stack config: read by its full keys", () => {
    const asked: string[] = [];
    readSettings((name) => {
      asked.push(name);
      return undefined;
    }, {});
    expect(asked).to.have.members([...settingNames, "explicit"].map((name) => `blockchain-nodes:${name}`));
  });

  for (const [property, variable, config, environment, expected] of [
    ["baseUrl", "BLOCKCHAIN_NODES_BASE_URL", "https://a.example", "https://b.example", "https://b.example/"],
    ["apiKey", "BLOCKCHAIN_NODES_API_KEY", "from-config", "from-environment", "from-environment"],
    ["requestsPerSecond", "BLOCKCHAIN_NODES_REQUESTS_PER_SECOND", "7", "9.5", 9.5],
    ["organization", "BLOCKCHAIN_NODES_ORGANIZATION", "RG-1", "RG-2", "RG-2"],
    ["ownerSalt", "BLOCKCHAIN_NODES_OWNER_SALT", "a", "b", "b"],
  ] as const) {
    it(`${variable}: overrides the config`, () => {
      const { settings, problems } = read({ [property]: config }, { [variable]: environment });
      expect(revealed(settings)).to.have.property(property, expected);
      expect(problems).to.deep.equal([]);
    });

    it(`${variable} absent or blank: ${property} from the config`, () => {
      for (const blank of [undefined, "", "  "]) {
        const { settings } = read({ [property]: config }, { [variable]: blank });
        const given = revealed(settings)[property];
        expect(String(given)).to.match(new RegExp(`^${config}/?$`));
      }
    });
  }

  it("missing settings: defaults for optional ones, and no problem", () => {
    const { settings, problems } = read({});
    expect(settings).to.deep.equal({
      requestsPerSecond: 5,
      organization: undefined,
      isOffline: false,
      isCrashSafe: true,
      listLagMs: 30_000,
      ownerSalt: "",
    });
    expect(problems).to.deep.equal([]);
  });

  for (const url of [
    "https://api.example.com",
    "https://api.example.com/prefix/",
    "http://127.0.0.1:8080",
    "http://localhost",
    "http://[::1]:1",
    " https://x.example ",
  ]) {
    it(`base URL "${url}": accepted`, () => {
      expect(read({ baseUrl: url }).settings.baseUrl).to.equal(new URL(url.trim()).href);
    });
  }

  for (const url of [
    "platform.internal",
    "not a url",
    "http://api.example.com",
    "http://10.0.0.1",
    "http://127.0.0.1.example.com",
    "ftp://api.example.com",
    "https://user:pass@api.example.com",
    "https://api.example.com?key=1",
    "https://api.example.com#x",
    "https://api.example.com//",
    "http://127.0.0.1:9//other/",
    "https://api.example.com/prefix//",
    "https://api.example.com/\\other/",
    "https://api.example.com/.//other",
    key,
  ]) {
    it(`base URL "${url}": a problem`, () => {
      const { settings, problems } = read({ baseUrl: url });
      expect(settings).not.to.have.property("baseUrl");
      expect(problems).to.have.length(1);
      const [problem] = problems;
      expect(problem?.property).to.equal("baseUrl");
      expect(problem?.reason).to.match(/^[^\n]*blockchain-nodes:baseUrl[^\n]*BLOCKCHAIN_NODES_BASE_URL[^\n]*$/);
      expect(problem?.reason).not.to.include(url);
    });
  }

  for (const apiKey of ["two words", "line\nbreak", "naïve"]) {
    it(`key ${JSON.stringify(apiKey)}: a problem that does not repeat it`, () => {
      const { settings, problems } = read({ apiKey });
      expect(settings).not.to.have.property("apiKey");
      expect(problems.map(({ property }) => property)).to.deep.equal(["apiKey"]);
      expect(problems[0]?.reason).to.match(/config set --secret blockchain-nodes:apiKey.*BLOCKCHAIN_NODES_API_KEY/);
      expect(problems[0]?.reason).not.to.include(apiKey);
    });
  }

  for (const rate of ["0", "-1", "0.009", "1e-9", "1001", "fast", "NaN", "Infinity"]) {
    it(`rate "${rate}": a problem`, () => {
      const { settings, problems } = read({ requestsPerSecond: rate });
      expect(settings.requestsPerSecond).to.equal(5);
      expect(problems[0]?.property).to.equal("requestsPerSecond");
      expect(problems[0]?.reason).to.match(/BLOCKCHAIN_NODES_REQUESTS_PER_SECOND/);
    });
  }

  for (const rate of ["0.01", "0.1", "1", "1000"]) {
    it(`rate "${rate}": accepted`, () => {
      expect(read({ requestsPerSecond: rate }).settings.requestsPerSecond).to.equal(Number(rate));
    });
  }

  for (const [text, isOffline] of [
    ["true", true],
    ["false", false],
  ] as const) {
    it(`offline "${text}": parsed`, () => {
      expect(read({ offline: text }).settings.isOffline).to.equal(isOffline);
    });
  }

  for (const [text, isCrashSafe] of [
    ["true", true],
    ["false", false],
  ] as const) {
    it(`crashSafeCreate "${text}": parsed`, () => {
      expect(read({ crashSafeCreate: text }).settings.isCrashSafe).to.equal(isCrashSafe);
    });
  }

  it("listLagSeconds: parsed, or a problem if it is not a valid time", () => {
    expect(read({ listLagSeconds: "0.5" }).settings.listLagMs).to.equal(500);
    for (const text of ["-1", "601", "long"]) {
      expect(read({ listLagSeconds: text }).problems.map(({ property }) => property)).to.deep.equal(["listLagSeconds"]);
    }
  });

  it("offline neither true nor false: a problem", () => {
    expect(read({ offline: "yes" }).problems.map(({ property }) => property)).to.deep.equal(["offline"]);
  });

  it("several problems: all reported at once", () => {
    const { problems } = read({ baseUrl: "x", apiKey: "a b", requestsPerSecond: "x" });
    expect(problems.map(({ property }) => property)).to.deep.equal(["baseUrl", "apiKey", "requestsPerSecond"]);
  });
});

describe("readSettings of an explicit provider", () => {
  const explicit = { explicit: "true" };

  it("the provider's own values: override the environment", () => {
    const { settings, problems } = read(
      { ...explicit, baseUrl: "https://a.example", organization: "RG-1", offline: "false" },
      {
        BLOCKCHAIN_NODES_BASE_URL: "https://b.example",
        BLOCKCHAIN_NODES_ORGANIZATION: "RG-2",
        BLOCKCHAIN_NODES_OFFLINE: "true",
      },
    );
    expect(settings).to.include({ baseUrl: "https://a.example/", organization: "RG-1", isOffline: false });
    expect(problems).to.deep.equal([]);
  });

  it("omitted values: from the environment", () => {
    const { settings } = read(explicit, {
      BLOCKCHAIN_NODES_BASE_URL: "https://b.example",
      BLOCKCHAIN_NODES_API_KEY: key,
      BLOCKCHAIN_NODES_OWNER_SALT: "salt",
    });
    expect(revealed(settings)).to.include({ baseUrl: "https://b.example/", apiKey: key, ownerSalt: "salt" });
  });

  it("blank value: a problem, since the environment may name another account", () => {
    const { settings, problems } = read({ ...explicit, apiKey: " " }, { BLOCKCHAIN_NODES_API_KEY: key });
    expect(settings).not.to.have.property("apiKey");
    expect(problems.map(({ property }) => property)).to.deep.equal(["apiKey"]);
  });

  it("null, as a secret without a value arrives: a problem", () => {
    const { settings, problems } = readSettings(
      (name) => (name === "blockchain-nodes:explicit" ? "true" : name === "blockchain-nodes:apiKey" ? null : undefined),
      { BLOCKCHAIN_NODES_API_KEY: key },
    );
    expect(settings).not.to.have.property("apiKey");
    expect(problems.map(({ property }) => property)).to.deep.equal(["apiKey"]);
  });

  it("salt: an empty one overrides the environment, a blank one is a problem", () => {
    const environment = { BLOCKCHAIN_NODES_OWNER_SALT: "salt" };
    const { settings, problems } = read({ ...explicit, ownerSalt: "" }, environment);
    expect(settings.ownerSalt).to.equal("");
    expect(problems).to.deep.equal([]);
    expect(read({ ...explicit, ownerSalt: " " }, environment).problems).to.have.length(1);
  });

  it("message: names the argument of the Provider and the environment variable, not the stack config", () => {
    const reading = read({ ...explicit, offline: "yes" });
    expect(reading.problems[0]?.reason).to.match(/argument offline of the Provider .* BLOCKCHAIN_NODES_OFFLINE/);
    expect(() => requireSettings(read(explicit))).to.throw(
      ConfigError,
      /argument baseUrl of the Provider or the environment variable BLOCKCHAIN_NODES_BASE_URL/,
    );
    expect(reading.problems[0]?.reason).not.to.include("pulumi config");
  });

  it("explicit key: only the value true counts", () => {
    const { settings } = read({ explicit: "1", ownerSalt: "a" }, { BLOCKCHAIN_NODES_OWNER_SALT: "b" });
    expect(settings.ownerSalt).to.equal("b");
  });
});

describe("requireSettings", () => {
  it("complete: returned", () => {
    expect(revealed(requireSettings(read({ ...complete, organization: "RG-1" })))).to.deep.equal({
      baseUrl: "https://api.example.com/",
      apiKey: key,
      requestsPerSecond: 5,
      organization: "RG-1",
      isOffline: false,
      isCrashSafe: true,
      listLagMs: 30_000,
    });
  });

  for (const [missing, given, variable] of [
    ["baseUrl", { apiKey: key }, "BLOCKCHAIN_NODES_BASE_URL"],
    ["apiKey", { baseUrl: complete.baseUrl }, "BLOCKCHAIN_NODES_API_KEY"],
  ] as const) {
    it(`${missing} missing: a ConfigError with config key and environment variable`, () => {
      expect(() => requireSettings(read(given)))
        .to.throw(ConfigError)
        .with.property("message")
        .that.matches(new RegExp(`blockchain-nodes:${missing}.*${variable}`));
    });
  }

  it("one invalid, one missing: a ConfigError for the invalid one", () => {
    expect(() => requireSettings(read({ baseUrl: "http://api.example.com" }))).to.throw(
      ConfigError,
      /^baseUrl: .*https/,
    );
  });
});
