import * as pulumi from "@pulumi/pulumi";
import { expect } from "chai";
import { ConfigError, Network, Node, OrganizationSettings, Project } from "pulumi-blockchain-nodes";
import { contentOf, settled, useMocks } from "../support/resources/mocks";
import { withResolver } from "../support/resources/traces";

const networkArgs = {
  project: "PR-1-2-3",
  protocol: "ethereum",
  network: "ethereum-mainnet",
  nodes: [{ type: "shared", provider: "chainstack_global", region: "global1", configuration: { archive: false } }],
} as const;

type Options = pulumi.CustomResourceOptions;

/** One row per type: how to make and to get one, what it sends, and what it has. */
const shells = [
  {
    type: "Project",
    make: (name: string, options?: Options) => new Project(name, { description: "all of it" }, options),
    get: (name: string, id: string, options?: Options) => Project.get(name, id, options),
    args: { description: "all of it" },
    secrets: [],
    outputs: ["createdAt", "description", "name", "organization", "timeouts", "type"],
  },
  {
    type: "Network",
    make: (name: string, options?: Options) =>
      new Network(name, { ...networkArgs, nodes: [...networkArgs.nodes] }, options),
    get: (name: string, id: string, options?: Options) => Network.get(name, id, options),
    args: networkArgs,
    secrets: ["nodes"],
    outputs: [
      "createdAt",
      "name",
      "network",
      "nodes",
      "organization",
      "project",
      "protocol",
      "readiness",
      "ready",
      "status",
      "timeouts",
    ],
  },
  {
    type: "Node",
    make: (name: string, options?: Options) =>
      new Node(name, { project: "PR-1-2-3", chain: "ethereum-mainnet" }, options),
    get: (name: string, id: string, options?: Options) => Node.get(name, id, options),
    args: { project: "PR-1-2-3", chain: "ethereum-mainnet" },
    secrets: ["endpoints"],
    outputs: [
      "apiNamespaces",
      "blockchain",
      "chain",
      "cloud",
      "configuration",
      "endpoints",
      "host",
      "mode",
      "name",
      "network",
      "networkId",
      "onCreateTimeout",
      "organization",
      "project",
      "protocol",
      "provider",
      "readiness",
      "ready",
      "region",
      "status",
      "timeouts",
      "type",
      "version",
    ],
  },
  {
    type: "OrganizationSettings",
    make: (name: string, options?: Options) => new OrganizationSettings(name, { name: "Acme" }, options),
    get: (name: string, id: string, options?: Options) => OrganizationSettings.get(name, id, options),
    args: { name: "Acme" },
    secrets: [],
    outputs: ["name", "organization"],
  },
] as const;

class Component extends pulumi.ComponentResource {
  constructor(name: string) {
    super("shop:index:Component", name);
  }
}

for (const { type, make, get, args, secrets, outputs } of shells) {
  const token = `pulumi-nodejs:dynamic/blockchain-nodes:${type}`;
  const handler = type.charAt(0).toLowerCase() + type.slice(1);
  const hidden = {
    __provider: `exports.handler=()=>require("pulumi-blockchain-nodes/lifecycle").${handler};`,
    __owner: `acme/urn:pulumi:dev::shop::${token}::web`,
  };

  describe(type, () => {
    it("registration: type, arguments, provider text and owner only", async () => {
      const registered = await useMocks();
      await settled(make("web"));
      expect(registered.get("web")).to.deep.equal({
        type: token,
        id: undefined,
        inputs: { ...args, ...hidden },
        additionalSecretOutputs: secrets,
        isProtected: false,
        // Both replacements are the same organization, so the old one is deleted first.
        isDeletedFirst: type === "OrganizationSettings",
        dependencies: [],
      });
    });

    it("outputs: a property for each, also while unknown", async () => {
      await useMocks({ isPreview: true });
      const resource = make("web");
      const properties = Object.entries(resource).filter(([key]) => !/^(__|id$|urn$)/.test(key));
      expect(
        properties
          .filter(([, value]) => pulumi.Output.isInstance(value))
          .map(([key]) => key)
          .sort(),
      ).to.deep.equal(outputs);
      await settled(resource);
    });

    it("stack traces: only the one that leads to the user's line is resolved", async () => {
      await useMocks();
      const { value, resolved } = withResolver(() => make("web"));
      expect(resolved).to.have.length(1);
      expect(resolved[0]).to.include("callsites");
      await settled(value);
    });

    it("additionalSecretOutputs: joined with its own", async () => {
      const registered = await useMocks();
      await settled(make("web", { additionalSecretOutputs: ["name"] }));
      expect(registered.get("web")?.additionalSecretOutputs).to.deep.equal([...secrets, "name"]);
    });

    it("other resource options: passed on", async () => {
      const registered = await useMocks();
      await settled(make("web", { protect: true, deleteBeforeReplace: type !== "OrganizationSettings" }));
      expect(registered.get("web")).to.include({ isProtected: true, isDeletedFirst: type !== "OrganizationSettings" });
    });

    it("in a component: owner is the full URN", async () => {
      const registered = await useMocks();
      const web = make("web", { parent: new Component("parent") });
      await settled(web);
      expect(registered.get("web")?.inputs.__owner).to.equal(`acme/${(await contentOf(web.urn)).value}`);
      expect(registered.get("web")?.inputs.__owner).to.equal(
        `acme/urn:pulumi:dev::shop::shop:index:Component$${token}::web`,
      );
    });

    it("with a parent: waits neither for it nor for its other children", async () => {
      const registered = await useMocks();
      const parent = new Component("parent");
      const web = make("web", { parent });
      await settled(
        web,
        make("sibling", { parent }),
        make("child", { parent: web }),
        get("got", "XX-1-2-3", { parent }),
      );
      for (const name of ["web", "sibling", "child", "got"]) {
        expect(registered.get(name)?.dependencies, name).to.deep.equal([]);
      }
    });

    it("parent that is no resource: rejected by the SDK", async () => {
      await useMocks();
      const parent = "parent" as unknown as pulumi.Resource;
      expect(() => make("web", { parent })).to.throw("Resource parent is not a valid Resource: parent");
    });

    it("no organization, as in a program's unit tests: registered", async () => {
      const registered = await useMocks({ organization: "" });
      await settled(make("web"));
      expect(registered.get("web")?.inputs.__owner).to.equal(`/urn:pulumi:dev::shop::${token}::web`);
    });

    it("get: reads by id, with the hidden inputs only", async () => {
      const registered = await useMocks({ outputs: { web: { name: "found" } } });
      const web = get("web", "XX-1-2-3", { additionalSecretOutputs: ["name"] });
      await settled(web);
      expect(registered.get("web")).to.deep.equal({
        type: token,
        id: "XX-1-2-3",
        inputs: hidden,
        additionalSecretOutputs: [...secrets, "name"],
        isProtected: false,
        isDeletedFirst: false,
        dependencies: [],
      });
      expect((await contentOf(web.id)).value).to.equal("XX-1-2-3");
      expect((await contentOf(web.name)).value).to.equal("found");
    });

    if (type === "OrganizationSettings") {
      it("deletedWith: accepted, since its deletion makes no request", async () => {
        const registered = await useMocks();
        await settled(make("web", { deletedWith: new Component("other") }));
        expect(registered.get("web")?.id).to.equal(undefined);
      });
    } else {
      it("deletedWith, which would drop an existing object from the state: rejected", async () => {
        const registered = await useMocks();
        for (const options of [{}, { retainOnDelete: false }]) {
          expect(() => make("web", { deletedWith: new Component("other"), ...options })).to.throw(
            ConfigError,
            `${type} "web": the resource option "deletedWith" would drop it from the state while it lives on, since the platform deletes nothing along with another object. Remove the option, or use "retainOnDelete" to leave the object on purpose.`,
          );
        }
        expect(registered.has("web")).to.equal(false);
      });

      it("deletedWith with retainOnDelete, or in get: accepted", async () => {
        const registered = await useMocks();
        const deletedWith = new Component("other");
        await settled(make("kept", { deletedWith, retainOnDelete: true }), get("read", "XX-1-2-3", { deletedWith }));
        expect([...registered.keys()]).to.include.members(["kept", "read"]);
      });
    }

    it("customTimeouts, which does not reach it: rejected", async () => {
      const registered = await useMocks();
      const instead =
        type === "OrganizationSettings" ? "Remove it: nothing waits here." : 'Use the argument "timeouts".';
      expect(() => make("web", { customTimeouts: { create: "1h" } })).to.throw(
        ConfigError,
        `${type} "web": the resource option "customTimeouts" does not reach dynamic resources. ${instead}`,
      );
      expect(registered.size).to.equal(0);
    });

    it("replaceOnChanges, which has no effect: rejected, except for #initerror", async () => {
      const registered = await useMocks();
      for (const replaceOnChanges of [["name"], ["*"], ["#initerror", "name"]]) {
        expect(() => make("web", { replaceOnChanges })).to.throw(
          ConfigError,
          `${type} "web": the resource option "replaceOnChanges" has no effect on dynamic resources except "#initerror". Use "replacementTrigger", or \`pulumi up --replace\` once.`,
        );
      }
      expect(registered.size).to.equal(0);
      await settled(make("half-done", { replaceOnChanges: ["#initerror"] }), make("none", { replaceOnChanges: [] }));
      expect([...registered.keys()]).to.deep.equal(["half-done", "none"]);
    });

    it("import: rejected, and the error names the alternative", async () => {
      const registered = await useMocks();
      expect(() => make("web", { import: "XX-1-2-3" })).to.throw(
        `${type} "web": the resource option "import" cannot work for dynamic resources. Use ${type}.get to read`,
      );
      expect(registered.size).to.equal(0);
    });
  });
}
