import type { Settings } from "../state/settings";

/** Answer of the beacon interface; without a body there is none, not even an empty object. */
export interface BeaconResponse {
  readonly status: number;
  readonly body?: unknown;
}

/** An error as a value, before its form is chosen. */
export class BeaconError extends Error {
  override readonly name = "BeaconProblem";
  readonly status: number;
  /** Body of the nested form where it is not the usual object. */
  readonly detail: unknown;

  constructor(status: number, message: string, detail?: unknown) {
    super(message);
    this.status = status;
    this.detail = detail;
  }
}

const reasons: Readonly<Record<number, string>> = {
  400: "Bad Request",
  404: "Not Found",
  500: "Internal Server Error",
  503: "Service Unavailable",
};

/** An error in the form of the setting `beaconForm`: as Lodestar answers, or as the platform documents. */
export function errorResponse({ status, message, detail }: BeaconError, form: Settings["beaconForm"]): BeaconResponse {
  if (form !== "nested") {
    return { status, body: { code: status, message } };
  }
  return { status, body: detail ?? { statusCode: status, error: reasons[status], message } };
}

/** A route that does not exist; the wrong verb is one too. */
export function routeNotFound(method: string, path: string): BeaconError {
  const message = `Route ${method}:${path} not found`;
  return new BeaconError(404, message, { message, error: "Not Found", statusCode: 404 });
}
