import { setTimeout as sleep } from "node:timers/promises";
import { isObject } from "../../base/json";
import type { SandboxContext } from "../../context";
import type { FaultAction } from "../../faults/fault-table";
import type { Outcome } from "../../faults/outcome";
import type { Account } from "../../state/model";
import type { Route } from "./call";
import type { RateLimit } from "./rate-limit";
import { ApiError, type ApiResponse, serialize, tooManyRequests, unauthenticated } from "./response";
import { checkRole } from "./roles";

/** A request to the management API. */
export interface ManagementRequest {
  readonly route: Route;
  readonly id: string;
  readonly ruleId: string;
  readonly url: URL;
  readonly authorization: string | undefined;
  readonly contentType: string | undefined;
  readonly body: Buffer;
}

/**
 * Handles a request: latency, faults, key, rate limits, role, body, operation, faults again. A fault before the
 * operation prevents it; a fault after the operation hides that it was committed.
 */
export async function dispatch(
  context: SandboxContext,
  limit: RateLimit,
  request: ManagementRequest,
  faults: readonly FaultAction[],
): Promise<Outcome> {
  if (context.settings.latencyMs > 0) {
    await sleep(context.settings.latencyMs, undefined, { ref: false });
  }
  for (const fault of faults) {
    const early = await fault.before?.();
    if (early !== undefined) {
      return early;
    }
  }
  let outcome: Outcome = { kind: "response", wire: serialize(operate(context, limit, request, faults)) };
  for (const fault of faults) {
    outcome = (await fault.after?.(outcome)) ?? outcome;
  }
  return outcome;
}

function operate(
  context: SandboxContext,
  limit: RateLimit,
  request: ManagementRequest,
  faults: readonly FaultAction[],
): ApiResponse {
  try {
    const account = authenticate(context, request.authorization);
    checkLimits(context, limit, account, request.route);
    checkRole(account, request.route);
    const body = readBody(request);
    const effects = Object.assign({}, ...faults.map((fault) => fault.effects ?? {})) as NonNullable<
      FaultAction["effects"]
    >;
    const { store, settings } = context;
    const listAt = effects.listAt ?? store.clock.now() - settings.listLagMs;
    const { id, ruleId, url } = request;
    return request.route.handle({
      store,
      settings,
      account,
      id,
      ruleId,
      url,
      body,
      listAt,
      deployment: effects.deployment,
    });
  } catch (error) {
    if (error instanceof ApiError) {
      return error.toResponse();
    }
    throw error;
  }
}

function authenticate(context: SandboxContext, authorization: string | undefined): Account {
  const key = /^Bearer +(\S+)$/i.exec(authorization ?? "")?.[1];
  const account = key === undefined ? undefined : context.store.accounts.get(key);
  if (account === undefined) {
    throw unauthenticated(context.settings.refusedKeyStatus);
  }
  return account;
}

/** Requests are limited per key, reports also per organization. */
function checkLimits({ settings }: SandboxContext, limit: RateLimit, account: Account, { perMinute }: Route): void {
  const report = perMinute === undefined ? null : settings[perMinute];
  const waitMs =
    limit.take(account.apiKey, settings.rateLimitPerSecond, 1000) ||
    limit.take(`${perMinute} ${account.organizationId}`, report, 60_000);
  if (waitMs > 0) {
    throw tooManyRequests(settings.retryAfter, waitMs);
  }
}

function readBody({ route, contentType, body }: ManagementRequest): Record<string, unknown> {
  if (body.length === 0 || route.method === "GET" || route.method === "DELETE") {
    return {};
  }
  if (!/^application\/(?:[\w.+-]+\+)?json\b/i.test(contentType ?? "")) {
    throw new ApiError(415, "unsupported_media_type", "The body must be application/json.");
  }
  let value: unknown;
  try {
    value = JSON.parse(body.toString());
  } catch {
    throw new ApiError(400, "parse_error", "The body is not valid JSON.");
  }
  if (!isObject(value)) {
    throw new ApiError(400, "validation_error", "The body must be an object.");
  }
  return value;
}
