/** An element of an XML document. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlElement[];
  /** Its own text. */
  readonly text: string;
}

const tag = /<(\/?)([\w.-]+)((?: [\w.-]+="[^"<]*")*)(\/?)>/y;
const attribute = / ([\w.-]+)="([^"<]*)"/g;
const characters = /[^<]+/y;
const forbidden = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/u;
const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

/**
 * Parses the part of XML that reports use: elements, attributes in double quotes, text, the predefined entities.
 *
 * @throws Error for anything else, as for what no parser accepts
 */
export function parseXml(xml: string): XmlElement {
  const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n';
  if (!xml.startsWith(declaration) || forbidden.test(xml)) {
    throw new Error("no declaration, or a forbidden character");
  }
  let at = declaration.length;
  const take = (pattern: RegExp) => {
    pattern.lastIndex = at;
    const found = pattern.exec(xml);
    at += found?.[0].length ?? 0;
    return found;
  };
  const contentOf = (name: string) => {
    const children: XmlElement[] = [];
    let text = "";
    for (;;) {
      text += decoded(take(characters)?.[0] ?? "");
      const [, end, inner = "", attributes = "", empty] = take(tag) ?? [];
      if (inner === "") {
        throw new Error(`not XML: ${xml.slice(at, at + 80)}`);
      }
      if (end === "/") {
        if (inner !== name || attributes !== "" || empty === "/") {
          throw new Error(`</${inner}> ends <${name}>`);
        }
        return { children, text };
      }
      children.push({
        name: inner,
        attributes: attributesOf(attributes),
        ...(empty === "/" ? { children: [], text: "" } : contentOf(inner)),
      });
    }
  };
  const [, , name = "", attributes = ""] = take(tag) ?? [];
  const root = { name, attributes: attributesOf(attributes), ...contentOf(name) };
  if (xml.slice(at).trim() !== "") {
    throw new Error("text after the document");
  }
  return root;
}

function attributesOf(text: string): Readonly<Record<string, string>> {
  const pairs = [...text.matchAll(attribute)].map(([, name = "", value = ""]) => [name, decoded(value)] as const);
  const values = Object.fromEntries(pairs);
  if (Object.keys(values).length < pairs.length) {
    throw new Error(`an attribute is repeated:${text}`);
  }
  return values;
}

function decoded(text: string): string {
  if (text.includes("]]>")) {
    throw new Error("]]> in text");
  }
  return text.replace(/&([^;&]{0,8});?/g, (found, name: string) => {
    const character = found.endsWith(";") ? entities[name] : undefined;
    if (character === undefined) {
      throw new Error(`no entity: ${found}`);
    }
    return character;
  });
}
