import type { Settings } from "../state/settings";

/** Response of the beacon API; without `body` it has no content, not even an empty object. */
export interface BeaconResponse {
  readonly status: number;
  readonly body?: unknown;
}

/** An error, independent of the setting `beaconForm`. */
export class BeaconError extends Error {
  override readonly name = "BeaconProblem";
  readonly status: number;
  /** Body in the nested form, where it differs from the usual one. */
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

/** An error in the form of the setting `beaconForm`: that of Lodestar, or the documented one. */
export function errorResponse({ status, message, detail }: BeaconError, form: Settings["beaconForm"]): BeaconResponse {
  if (form !== "nested") {
    return { status, body: { code: status, message } };
  }
  return { status, body: detail ?? { statusCode: status, error: reasons[status], message } };
}

/** 404 for an unknown route, or a method other than GET. */
export function routeNotFound(method: string, path: string): BeaconError {
  const message = `Route ${method}:${path} not found`;
  return new BeaconError(404, message, { message, error: "Not Found", statusCode: 404 });
}
