/**
 * A URL with a path appended. The root of that path is not repeated where the URL already ends with it: `…/TOKEN` and
 * `…/TOKEN/evm` both become `…/TOKEN/evm`.
 *
 * @param root path segments that the URL may already end with
 * @param rest path after the root
 * @param instead path segments that are removed from the end of the URL, for chains with several APIs side by side
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
