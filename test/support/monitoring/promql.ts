import { parser } from "@prometheus-io/lezer-promql";

/** One matcher of a selector, such as `verdict="unhealthy"`. */
export interface Matcher {
  readonly label: string;
  readonly operator: string;
  readonly value: string;
}

/** One selector of an expression. */
interface Selector {
  readonly metric: string;
  readonly matchers: readonly Matcher[];
}

/** What an expression reads. */
export interface Query {
  readonly selectors: readonly Selector[];
  /** Labels of `by`, `without`, `on` and `ignoring`. */
  readonly grouping: readonly string[];
}

/**
 * Parses an expression with the grammar that Prometheus's own web interface uses.
 *
 * @throws Error at the first place that the grammar does not accept
 */
export function parseQuery(expression: string): Query {
  const selectors: { metric: string; matchers: Matcher[] }[] = [];
  const grouping: string[] = [];
  parser.parse(expression).iterate({
    enter: ({ type, from, to, node }) => {
      const text = expression.slice(from, to);
      const textOf = (name: string): string => {
        const child = node.getChild(name);
        return child === null ? "" : expression.slice(child.from, child.to);
      };
      if (type.isError) {
        throw new Error(`not PromQL at ${from}: ${expression.slice(from) || "the end"}\n${expression}`);
      }
      if (type.name === "VectorSelector") {
        selectors.push({ metric: textOf("Identifier"), matchers: [] });
      }
      if (type.name === "UnquotedLabelMatcher") {
        const [label, operator] = [textOf("LabelName"), textOf("MatchOp")];
        selectors.at(-1)?.matchers.push({ label, operator, value: textOf("StringLiteral").slice(1, -1) });
      }
      if (type.name === "LabelName" && node.parent?.type.name === "GroupingLabels") {
        grouping.push(text);
      }
    },
  });
  return { selectors, grouping };
}
