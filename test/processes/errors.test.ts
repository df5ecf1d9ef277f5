import { expect } from "chai";
import {
  type Created,
  checked,
  createdOf,
  failureOf,
  globalPlace,
  inputsOf,
  type TypeName,
  texts,
  typeNames,
  unknown,
} from "../support/processes/kit";
import type { Plugin } from "../support/processes/plugin";
import { useProvider } from "../support/processes/provider-scene";
import type { Bag } from "../support/processes/wire";

describe("failing calls", () => {
  const { sandbox, plugin, project } = useProvider();
  const created = new Map<TypeName, Created>();
  const canaries: string[] = [];
  let args: Readonly<Record<TypeName, Bag>>;

  before(async () => {
    args = {
      Project: {},
      Network: {
        project: project(),
        protocol: "ethereum",
        network: "ethereum-mainnet",
        nodes: [{ ...globalPlace, configuration: { archive: false } }],
        readiness: "none",
      },
      Node: { project: project(), chain: "polygon-pos-mainnet", readiness: "none" },
      OrganizationSettings: { name: "Acme" },
    };
    for (const type of typeNames) {
      created.set(type, await createdOf(plugin(), type, "web", args[type]));
    }
    const [node] = (of("Network").properties.nodes ?? []) as readonly { readonly endpoints: Record<string, string> }[];
    const { key = "", username = "", password = "" } = node?.endpoints ?? {};
    canaries.push(sandbox.apiKey, key, username, password);
    expect(canaries.every((canary) => canary.length >= 8)).to.equal(true);
  });

  function of(type: TypeName): Created {
    const found = created.get(type);
    if (found === undefined) {
      throw new Error(`no ${type} was created`);
    }
    return found;
  }

  /** Every call that reaches the platform, for an existing object. */
  function callsOf(type: TypeName): Readonly<Record<string, (plugin: Plugin) => Promise<unknown>>> {
    const { id, inputs, properties } = of(type);
    const nodes = [{ ...globalPlace, configuration: { archive: false }, name: "other" }];
    const news = { ...inputs, ...(type === "Network" ? { nodes } : { name: "other" }) };
    return {
      create: (it) => it.create(inputs),
      read: (it) => it.read(id, properties),
      update: (it) => it.update(id, properties, news),
      delete: (it) => it.delete(id, { ...properties, timeouts: { delete: "100ms" } }),
    };
  }

  const responses: readonly { readonly title: string; readonly fault: () => Bag }[] = [
    {
      title: "400 with several lines that repeat the key",
      fault: () => ({
        type: "status",
        status: 400,
        body: { error: { code: "invalid", message: `bad\r\nkey\n${sandbox.apiKey}\n    at x` } },
      }),
    },
    {
      title: "key refused",
      fault: () => ({ type: "status", status: 401, body: { detail: `key ${sandbox.apiKey}` } }),
    },
    { title: "role refused", fault: () => ({ type: "status", status: 403, body: "no\nno" }) },
    { title: "response that is not JSON", fault: () => ({ type: "status", status: 200, body: "<html>\nno\n</html>" }) },
    { title: "malformed response", fault: () => ({ type: "status", status: 200, body: { id: 5 } }) },
    {
      title: "redirect",
      fault: () => ({ type: "status", status: 302, headers: { location: "http://127.0.0.1:9" } }),
    },
  ];

  for (const { title, fault } of responses) {
    it(`${title}: one line without the key, for every type and method`, async () => {
      // Without a pause between the calls: what one of them left in flight must not succeed for the next.
      await sandbox.fault({}, fault(), null);
      for (const type of typeNames) {
        for (const [method, call] of Object.entries(callsOf(type))) {
          const { message } = await failureOf(call(plugin()));
          expect(message, `${type} ${method}`).not.to.match(/provider\/dist|[A-Za-z]+Error:|Unexpected/);
          for (const canary of canaries) {
            expect(message, `${type} ${method}`).not.to.include(canary);
          }
        }
      }
    });
  }

  it("node does not answer: message without its token, user and password", async () => {
    const { key = "" } = of("Node").properties.endpoints as Record<string, string>;
    const inputs = await checked(plugin(), "Node", "mute", {
      ...args.Node,
      readiness: "rpc",
      timeouts: { create: "1s" },
    });
    await sandbox.fault({ operation: "rpc" }, { type: "status", status: 500, body: `bad\n${key}` }, null);
    const { message, partial } = await failureOf(plugin().create(inputs));
    const endpoints = partial?.properties.endpoints as Record<string, string>;
    const [token] = /[0-9a-f]{28,}/.exec(endpoints.https ?? "") ?? [];
    expect(token).to.have.length.greaterThan(27);
    canaries.push(token ?? "");
    expect(message).to.match(/^Node mute-[0-9a-f]{8} \(ND-.*\) is not ready after 1 s: running, /);
    expect(message).not.to.include(token);
    expect(partial?.properties).to.include({ ready: false, __provider: texts.Node });
  });

  /** Properties that no program sends, but that an old or hand-edited state may contain. */
  const malformed: readonly Bag[] = [
    {},
    { __set: 5, __generated: null, __owner: 7, nodes: null, timeouts: null, configuration: null, endpoints: null },
    { __set: "chain", chain: [], project: {}, nodes: "none", timeouts: 5, endpoints: "none", organization: 5 },
    { __set: "networkId", networkId: null, nodes: [null, 5, []], timeouts: { create: 5, delete: {} }, ready: "yes" },
    { __set: "nodes", nodes: [{ name: 5, id: 7, configuration: [] }], name: false, description: [], type: 5 },
    { nodes: unknown, timeouts: unknown, name: unknown, __set: unknown, __owner: unknown, project: unknown },
  ];

  it("malformed inputs and outputs: every call returns or fails cleanly", async () => {
    for (const type of typeNames) {
      for (const [index, bag] of malformed.entries()) {
        const news = { ...inputsOf(type, "odd"), ...bag };
        const calls: Readonly<Record<string, () => Promise<unknown>>> = {
          check: () => plugin().check(bag, news),
          diff: () => plugin().diff("XX-1", bag, news),
          read: () => plugin().read("XX-1", news),
          update: () => plugin().update("XX-1", bag, inputsOf(type, "odd", args[type])),
          delete: () => plugin().delete("XX-1", news),
        };
        for (const [method, call] of Object.entries(calls)) {
          const outcome = await call().then(
            () => "",
            (error: unknown) => failureOf(Promise.reject(error)).then(({ message }) => message),
          );
          expect(outcome, `${type} ${method} ${index}`).not.to.match(/Unexpected|Cannot read|undefined/);
        }
      }
    }
  });

  it("output and engine log: neither secrets nor stacks", () => {
    const printed = [plugin().output(), ...plugin().engine.logs.map(({ message }) => message)].join("\n");
    expect(printed).to.include(", 400).").and.to.include("(0 s)");
    for (const canary of canaries) {
      expect(printed).not.to.include(canary);
    }
    expect(printed).not.to.match(/^\s+at /m);
  });
});
