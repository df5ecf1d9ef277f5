import { type Entity, type Node, nodeStatusAt } from "../state/model";
import { type Call, isVisible } from "./request/call";
import type { FieldCheck } from "./request/field-check";
import { ApiError } from "./request/response";

/** Enforces the settings `maxNameLength` and `uniqueNames`. */
export function checkName(call: Call, check: FieldCheck, name: string, siblings: Iterable<Entity>): void {
  const { maxNameLength, uniqueNames } = call.settings;
  if (maxNameLength !== null && name.length > maxNameLength) {
    check.fail("name", `This value must not be longer than ${maxNameLength} characters.`);
  }
  const isTaken = () =>
    [...siblings].some((other) => other.id !== call.id && isVisible(call, other) && call.store.nameOf(other) === name);
  if (uniqueNames && name !== "" && isTaken()) {
    check.fail("name", "This name is taken.");
  }
}

/**
 * Rejects a write to a pending node, with the setting `pendingWrites` "refuse".
 * @throws ApiError 400
 */
export function checkNotPending(call: Call, nodes: readonly Node[]): void {
  const now = call.store.clock.now();
  if (call.settings.pendingWrites === "refuse" && nodes.some((node) => nodeStatusAt(node, now) === "pending")) {
    throw new ApiError(400, "validation_error", "The node is being deployed.");
  }
}

/**
 * Rejects the deletion of an object that has nodes, by the setting `nonEmptyDelete`.
 * @throws ApiError 400, 403 or 409
 */
export function checkEmpty(call: Call, what: string, nodes: readonly Node[]): void {
  const { nonEmptyDelete } = call.settings;
  if (nodes.length > 0 && nonEmptyDelete !== "cascade") {
    throw new ApiError(nonEmptyDelete, "validation_error", `Delete all nodes of the ${what} first.`);
  }
}
