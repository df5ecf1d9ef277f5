import type { RecordedInterface, RecordedRequest, RecordedResponse } from "./family";

/** A route of a REST API: its first group is the variable segment. */
export interface RecordedRoute {
  readonly path: RegExp;
  /** @default GET */
  readonly methods?: readonly string[];
  respond(request: RecordedRequest, id: string): RecordedResponse;
}

/** A REST API below a path; everything else below it gets `notFound`. */
export function restBelow(
  root: string,
  routes: readonly RecordedRoute[],
  notFound: (request: RecordedRequest) => RecordedResponse,
): RecordedInterface {
  return {
    respond: (request) => {
      if (request.path !== root && !request.path.startsWith(`${root}/`)) {
        return undefined;
      }
      const below = request.path.slice(root.length);
      const route = routes.find(({ path }) => path.test(below));
      if (route === undefined) {
        return notFound(request);
      }
      const { methods = ["GET"] } = route;
      if (!methods.includes(request.method)) {
        return { status: 405, body: "Method Not Allowed", headers: { allow: methods.join(", ") } };
      }
      return route.respond(request, decoded(route.path.exec(below)?.[1] ?? ""));
    },
  };
}

/** 200 with a body. */
export function ok(body: unknown, headers: Readonly<Record<string, string>> = {}): RecordedResponse {
  return { status: 200, body, headers };
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
