/**
 * A URL with a path behind its own. The root of that path is not repeated where the URL ends with it already, since some endpoints come
 * with it: `…/TOKEN` and `…/TOKEN/evm` both become `…/TOKEN/evm`.
 *
 * @param root segments that the URL may already end with
 * @param rest what follows the root
 */
export function withSuffix(url: URL, root: readonly string[], rest = ""): URL {
  const segments = url.pathname.split("/").filter((segment) => segment !== "");
  const isThere = root.every((segment, index) => segments.at(index - root.length) === segment);
  const joined = new URL(url);
  joined.pathname = [...segments, ...(isThere ? [] : root), rest].filter((part) => part !== "").join("/");
  return joined;
}
