/**
 * A URL with a path behind its own. The root of that path is not repeated where the URL ends with it already, since some endpoints come
 * with it: `…/TOKEN` and `…/TOKEN/evm` both become `…/TOKEN/evm`.
 *
 * @param root segments that the URL may already end with
 * @param rest what follows the root
 * @param instead segments that the URL may end with and that are left out, for chains with several interfaces beside one another
 */
export function withSuffix(url: URL, root: readonly string[], rest = "", instead: readonly string[] = []): URL {
  const all = url.pathname.split("/").filter((segment) => segment !== "");
  const segments = instead.length > 0 && endsWith(all, instead) ? all.slice(0, -instead.length) : all;
  const joined = new URL(url);
  joined.pathname = [...segments, ...(endsWith(segments, root) ? [] : root), rest]
    .filter((part) => part !== "")
    .join("/");
  return joined;
}

function endsWith(segments: readonly string[], ending: readonly string[]): boolean {
  return ending.every((segment, index) => segments.at(index - ending.length) === segment);
}
