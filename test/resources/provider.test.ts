import * as pulumi from "@pulumi/pulumi";
import { expect } from "chai";
import { ConfigError, Provider, type ProviderArgs } from "pulumi-blockchain-nodes";
import { settled, useMocks } from "../support/resources/mocks";

const apiKey = "aB3dE6gH.secret";
const everything: ProviderArgs = {
  baseUrl: "https://api.example.com",
  apiKey,
  requestsPerSecond: 7.5,
  organization: "RG-1-2",
  offline: false,
  ownerSalt: "salt",
};

const texts = {
  "blockchain-nodes:baseUrl": "https://api.example.com",
  // The mark of a secret on the wire.
  "blockchain-nodes:apiKey": { "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270", value: apiKey },
  "blockchain-nodes:requestsPerSecond": "7.5",
  "blockchain-nodes:organization": "RG-1-2",
  "blockchain-nodes:offline": "false",
  "blockchain-nodes:ownerSalt": "salt",
  "blockchain-nodes:explicit": "true",
};

describe("Provider", () => {
  it("every argument: sent as text under its setting's key, the API key as a secret, with a marker of an explicit provider", async () => {
    const registered = await useMocks();
    await settled(new Provider("acct", everything));
    expect(registered.get("acct")).to.deep.include({ type: "pulumi:providers:pulumi-nodejs", inputs: texts });
  });

  it("outputs as arguments: accepted", async () => {
    const registered = await useMocks();
    const args = Object.fromEntries(Object.entries(everything).map(([name, value]) => [name, pulumi.output(value)]));
    await settled(new Provider("acct", args));
    expect(registered.get("acct")?.inputs).to.deep.equal(texts);
  });

  it("arguments left out: not sent", async () => {
    const registered = await useMocks();
    await settled(new Provider("none"), new Provider("undefined", { apiKey: undefined } as unknown as ProviderArgs));
    for (const name of ["none", "undefined"]) {
      expect(registered.get(name)?.inputs, name).to.deep.equal({ "blockchain-nodes:explicit": "true" });
    }
  });

  for (const name of Object.keys(everything) as (keyof ProviderArgs)[]) {
    it(`${name} › output of undefined or null: sent blank, which is rejected later`, async () => {
      const registered = await useMocks();
      for (const nothing of [undefined, null]) {
        const content = pulumi.secret(nothing) as unknown as pulumi.Output<never>;
        await settled(new Provider("late", { [name]: content }));
        const key = `blockchain-nodes:${name}`;
        const sent = registered.get("late")?.inputs[key] as string | { readonly value: string };
        expect(typeof sent === "string" ? sent : sent.value).to.equal(" ");
      }
    });
  }

  it("unknown argument: rejected before registration", async () => {
    const registered = await useMocks();
    const args = { apiKee: apiKey } as ProviderArgs;
    expect(() => new Provider("acct", args)).to.throw(ConfigError, /^Provider "acct": apiKee .* did you mean "apiKey"/);
    expect(registered.size).to.equal(0);
  });
});
