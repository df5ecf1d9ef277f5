import { expect } from "chai";
import { z } from "zod";
import { pathOf, readAs } from "../../provider/base/issues.js";

const schema = z.strictObject({
  name: z.string().optional(),
  count: z.int("must be a whole number").optional(),
  kind: z.enum(["one", "two"]).optional(),
  nodes: z.array(z.strictObject({ region: z.string(), choice: z.union([z.literal(1), z.literal(2)]).optional() })),
});

const linesOf = (value: unknown, voice: "argument" | "option" | "wire") =>
  (readAs(schema, value, voice).problems ?? []).map(({ path, reason }) => `${pathOf(path)}: ${reason}`);

describe("readAs", () => {
  it("valid value: its data, no problems", () => {
    const value = { nodes: [{ region: "lon1" }] };
    expect(readAs(schema, value, "argument")).to.deep.equal({ data: value });
  });

  const cases: readonly (readonly [what: string, more: object, argument: string, wire: string])[] = [
    ["another type", { name: 5 }, "name: must be of type string", "name: is not of type string"],
    ["the schema's own words", { count: 0.5 }, "count: must be a whole number", "count: must be a whole number"],
    ["no choice", { kind: "three" }, 'kind: must be one of "one", "two"', 'kind: is not one of "one", "two"'],
    ["what is missing", { nodes: [{}] }, "nodes[0].region: is required", "nodes[0].region: is missing"],
    [
      "no member of a union",
      { nodes: [{ region: "lon1", choice: 3 }] },
      "nodes[0].choice: must be as documented",
      "nodes[0].choice: is not as documented",
    ],
    [
      "a member that is not known",
      { nodes: [{ region: "lon1", regoin: "lon1" }] },
      'nodes[0].regoin: is not an argument here; did you mean "region"?',
      'nodes[0]: contains "regoin", which is unknown; did you mean "region"?',
    ],
  ];
  for (const [what, more, argument, wire] of cases) {
    it(`${what}: not worded by zod`, () => {
      expect(linesOf({ nodes: [], ...more }, "argument")).to.deep.equal([argument]);
      expect(linesOf({ nodes: [], ...more }, "wire")).to.deep.equal([wire]);
    });
  }

  it("several unknown members: one reason each", () => {
    expect(linesOf({ nodes: [], nmae: "a", colour: "b" }, "option")).to.deep.equal([
      'nmae: is not an option; did you mean "name"?',
      "colour: is not an option",
    ]);
  });

  it("not an object: a problem without a path", () => {
    expect(linesOf(undefined, "argument")).to.deep.equal([": is required"]);
    expect(linesOf(7, "wire")).to.deep.equal([": is not of type object"]);
  });
});
