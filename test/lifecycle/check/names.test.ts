import { expect } from "chai";
import fc from "fast-check";
import type { Properties } from "../../../provider/lifecycle/engine/properties.js";
import { inputsOf } from "../../../provider/lifecycle/engine/properties.js";
import { catalogue, check, initialNode, networkArgs, said } from "../../support/lifecycle/sample-inputs";

const cases = [
  ["node", catalogue, /^rpc-[0-9a-f]{8}$/],
  ["project", {}, /^team-[0-9a-f]{8}$/],
] as const;

for (const [type, args, pattern] of cases) {
  describe(`name of a ${type}`, () => {
    it("is made of the logical name when the program gives none", () => {
      const { inputs } = check[type](args);
      expect(inputs.name).to.match(pattern);
      expect(inputs).to.deep.equal({
        ...args,
        name: inputs.name,
        __generated: inputs.name,
        __set: Object.keys(args).sort().join(","),
      });
    });

    it("is kept by every later check", () => {
      const first = check[type](args).inputs;
      const second = check[type](args, first).inputs;
      expect(second).to.deep.equal(first);
      expect(check[type](args, second).inputs).to.deep.equal(first);
    });

    it("is the same in every check, also of a replacement, which has no old inputs: a saved plan stays true", () => {
      expect(check[type](args).inputs).to.deep.equal(check[type](args).inputs);
    });

    it("stays as an earlier version made it, with four random digits", () => {
      const { inputs } = check[type](args);
      const name = String(inputs.name).replace(/.{4}$/, "0f0f");
      const olds = { ...inputs, name, __generated: name };
      expect(check[type](args, olds).inputs).to.include({ name, __generated: name });
    });

    it("is the program's as soon as it gives one, and a new one when it gives none again", () => {
      const first = check[type](args).inputs;
      const named = check[type]({ ...args, name: "mine" }, first).inputs;
      expect(named).to.include({ name: "mine" }).and.not.to.have.property("__generated");
      expect(check[type](args, named).inputs.name).to.match(pattern);
    });

    it("is refused with blanks around it", () => {
      for (const name of [" mine", "mine ", "\tmine", "mine\n"]) {
        expect(said(check[type]({ ...args, name }))).to.deep.equal(["name: must not begin or end with blanks"]);
      }
      expect(said(check[type]({ ...args, name: "my own" }))).to.deep.equal([]);
    });

    it("survives a round trip through the outputs", () => {
      const { inputs } = check[type](args);
      const outs: Properties = { ...inputs, status: "running", ready: true };
      const read = inputsOf(outs, ["name"]);
      expect(read).to.deep.equal(inputs);
      expect(check[type](args, read).inputs).to.deep.equal(inputs);
    });
  });
}

describe("names of the nodes of a network", () => {
  const twoNodes = { ...networkArgs, nodes: [initialNode, { ...initialNode, name: "mine" }] };
  const namesOf = ({ nodes }: Properties) => (nodes as readonly Properties[]).map(({ name }) => name);

  it("are refused with blanks around them", () => {
    const failures = said(check.network({ ...networkArgs, nodes: [initialNode, { ...initialNode, name: "mine " }] }));
    expect(failures).to.deep.equal(["nodes[1].name: must not begin or end with blanks"]);
  });

  it("are made of logical name and position where the program gives none", () => {
    const { inputs } = check.network({ ...networkArgs, nodes: [...twoNodes.nodes, initialNode] });
    const [first, second, third] = namesOf(inputs);
    expect(first).to.match(/^net-0-[0-9a-f]{8}$/);
    expect(second).to.equal("mine");
    expect(third).to.match(/^net-2-[0-9a-f]{8}$/);
    expect(inputs).not.to.have.property("name");
  });

  it("are the same in every check", () => {
    expect(check.network(twoNodes).inputs).to.deep.equal(check.network(twoNodes).inputs);
  });

  it("are kept by every later check", () => {
    const first = check.network(twoNodes).inputs;
    expect(check.network(twoNodes, first).inputs).to.deep.equal(first);
  });

  it("stay with the position while nodes are appended or taken away", () => {
    const first = check.network(twoNodes).inputs;
    const longer = check.network({ ...twoNodes, nodes: [...twoNodes.nodes, initialNode] }, first).inputs;
    expect(namesOf(longer).slice(0, 2)).to.deep.equal(namesOf(first));
    const shorter = check.network(networkArgs, longer).inputs;
    expect(namesOf(shorter)).to.deep.equal(namesOf(first).slice(0, 1));
  });

  it("are not filled in where the nodes are not known", () => {
    expect(check.network({ ...networkArgs, nodes: "04da6b54-80e4-46f7-96ec-b56ff0331ba9" }).inputs).to.include({
      nodes: "04da6b54-80e4-46f7-96ec-b56ff0331ba9",
    });
  });
});

describe("__set", () => {
  it("lists what the program wrote, without hidden inputs, in an order of its own", () => {
    fc.assert(
      fc.property(
        fc.shuffledSubarray(["project", "chain", "region", "provider", "__owner"], { minLength: 1 }),
        (keys) => {
          const news = Object.fromEntries(keys.map((key) => [key, "x"]));
          const expected = keys
            .filter((key) => key !== "__owner")
            .sort()
            .join(",");
          expect(check.node(news).inputs.__set).to.equal(expected);
        },
      ),
    );
  });
});
