import { isIP } from "node:net";
import { formatTimestamp } from "../../base/clock";
import { type AccessRule, type AccessRuleType, accessRuleStatuses, accessRuleTypes } from "../../state/access-rules";
import { isGlobal, type Node } from "../../state/model";
import { type Call, getVisible, pageRequest, type Route } from "../request/call";
import { FieldCheck } from "../request/field-check";
import { paginate } from "../request/pagination";
import { type ApiResponse, forbidden, invalid, notFound } from "../request/response";

const all = "/v2/nodes/:id/access-rules/";
const one = `${all}:ruleId/`;

/** Routes of the access rules of a node, v2 only. */
export const accessRuleRoutes: readonly Route[] = [
  { operation: "listNodeAccessRulesV2", method: "GET", path: all, handle: listAll },
  { operation: "createNodeAccessRuleV2", method: "POST", path: all, handle: create },
  {
    operation: "bulkUpdateNodeAccessRuleStatusV2",
    method: "POST",
    path: `${all}bulk-update-status/`,
    handle: updateAll,
  },
  { operation: "retrieveNodeAccessRuleV2", method: "GET", path: one, handle: read },
  { operation: "updateNodeAccessRuleV2", method: "PATCH", path: one, handle: update },
  { operation: "deleteNodeAccessRuleV2", method: "DELETE", path: one, handle: remove },
];

const hostLabel = "[a-z0-9](?:[a-z0-9-]*[a-z0-9])?";
const originPattern = new RegExp(`^(?:\\*|(?:\\*\\.)?${hostLabel}(?:\\.${hostLabel})*)$`, "i");
const maxOriginLength = 65;

/** Validates a value by type of rule; returns the problem. */
const valueProblems: Readonly<Record<AccessRuleType, (value: string) => string | undefined>> = {
  // A zone ("fe80::1%eth0") is only meaningful on one machine.
  ip: (value) =>
    isIP(value) === 0 || value.includes("%") ? "This value must be one IPv4 or IPv6 address." : undefined,
  origin: (value) => {
    if (value.length > maxOriginLength) {
      return `This value must not be longer than ${maxOriginLength} characters.`;
    }
    return originPattern.test(value) ? undefined : 'This value must be a host, "*." and a host, or "*".';
  },
};

function listAll(call: Call): ApiResponse {
  const query = call.url.searchParams;
  const type = filterOf(query, "type", accessRuleTypes);
  const status = filterOf(query, "status", accessRuleStatuses);
  const rules = [...nodeOf(call).accessRules.values()];
  return listResponse(
    call,
    rules.filter((rule) => (type ?? rule.type) === rule.type && (status ?? rule.status) === rule.status),
  );
}

function create(call: Call): ApiResponse {
  const node = nodeOf(call);
  const check = new FieldCheck(call.body);
  const type = check.choice("type", ...accessRuleTypes);
  const value = readValue(check, type);
  check.finish();
  if (type === undefined) {
    throw invalid({});
  }
  return { status: 201, body: accessRuleView(call.store.addAccessRule(node, type, value)) };
}

function read(call: Call): ApiResponse {
  return { status: 200, body: accessRuleView(ruleOf(call)) };
}

function update(call: Call): ApiResponse {
  const rule = ruleOf(call);
  const check = new FieldCheck(call.body);
  if (check.has("type")) {
    check.fail("type", "The type of a rule cannot be changed.");
  }
  // The contract has no body with both.
  if (check.has("value") && check.has("status")) {
    check.fail("status", "The value and the status are changed one at a time.");
  }
  const value = check.has("value") ? readValue(check, rule.type) : rule.value;
  const status = check.has("status") ? check.choice("status", ...accessRuleStatuses) : rule.status;
  check.finish();
  change(call, rule, value, status ?? rule.status);
  return { status: 200, body: accessRuleView(rule) };
}

function updateAll(call: Call): ApiResponse {
  const rules = [...nodeOf(call).accessRules.values()];
  const check = new FieldCheck(call.body);
  const status = check.choice("status", ...accessRuleStatuses);
  check.finish();
  for (const rule of rules) {
    change(call, rule, rule.value, status ?? rule.status);
  }
  return listResponse(call, rules);
}

function remove(call: Call): ApiResponse {
  nodeOf(call).accessRules.delete(ruleOf(call).id);
  return { status: 204 };
}

function change(call: Call, rule: AccessRule, value: string, status: AccessRule["status"]): void {
  if (value !== rule.value || status !== rule.status) {
    Object.assign(rule, { value, status, updatedAt: call.store.clock.tick() });
  }
}

function readValue(check: FieldCheck, type: AccessRuleType | undefined): string {
  const value = check.text("value");
  const problem = value.trim() === "" || type === undefined ? undefined : valueProblems[type](value);
  if (problem !== undefined) {
    check.fail("value", problem);
  }
  return value;
}

/** The node in the path; only global nodes have rules. */
function nodeOf(call: Call): Node {
  const node = getVisible(call, call.store.nodes);
  if (!isGlobal(node)) {
    throw forbidden("Access rules are available for global nodes only.");
  }
  return node;
}

function ruleOf(call: Call): AccessRule {
  const rule = nodeOf(call).accessRules.get(call.ruleId);
  if (rule === undefined) {
    throw notFound();
  }
  return rule;
}

function filterOf<T extends string>(query: URLSearchParams, key: string, allowed: readonly T[]): T | undefined {
  const value = query.get(key) || undefined;
  const filter = allowed.find((candidate) => candidate === value);
  if (value !== filter) {
    throw invalid({ [key]: [`"${value}" is not a valid choice.`] });
  }
  return filter;
}

/** The rules in the form of the setting `accessRuleList`; a bare list is not paged. */
function listResponse(call: Call, rules: readonly AccessRule[]): ApiResponse {
  const forms = {
    envelope: () => paginate(rules, pageRequest(call), accessRuleView),
    list: () => rules.map(accessRuleView),
  };
  return { status: 200, body: forms[call.settings.accessRuleList]() };
}

function accessRuleView(rule: AccessRule): Record<string, unknown> {
  return {
    id: rule.id,
    node_id: rule.nodeId,
    type: rule.type,
    value: rule.value,
    status: rule.status,
    created_at: formatTimestamp(rule.createdAt),
    updated_at: formatTimestamp(rule.updatedAt),
  };
}
