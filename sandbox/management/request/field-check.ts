import { isObject } from "../../base/json";
import { invalid } from "./response";

/** Messages shared by every operation. */
const texts = {
  required: "This value is required.",
  blank: "This value must not be blank.",
  null: "This value must not be null.",
  string: "This value must be a string.",
  object: "This value must be an object.",
  boolean: "This value must be true or false.",
} as const;

type Body = Readonly<Record<string, unknown>>;

/**
 * Reads a request body field by field and collects every problem, so that one response reports them all.
 * An invalid field reads as a placeholder; call {@link FieldCheck.finish} before using any value.
 */
export class FieldCheck {
  readonly #body: Body;
  readonly #problems: Record<string, string[]>;
  readonly #prefix: string;

  constructor(body: Body, parent?: { readonly check: FieldCheck; readonly prefix: string }) {
    this.#body = body;
    this.#problems = parent === undefined ? {} : parent.check.#problems;
    this.#prefix = parent === undefined ? "" : `${parent.check.#prefix}${parent.prefix}.`;
  }

  /** Adds a problem of a field. */
  fail(field: string, message: string): void {
    const key = this.#prefix + field;
    this.#problems[key] = [...(this.#problems[key] ?? []), message];
  }

  /** Whether the field is present. */
  has(field: string): boolean {
    return this.#body[field] !== undefined;
  }

  /** A required, non-blank string. */
  text(field: string): string {
    const value = this.#present(field);
    if (value === undefined) {
      return "";
    }
    if (typeof value !== "string") {
      this.fail(field, texts.string);
      return "";
    }
    if (value.trim() === "") {
      this.fail(field, texts.blank);
    }
    return value;
  }

  /** An optional, non-blank string. */
  textIfPresent(field: string): string | undefined {
    return this.has(field) ? this.text(field) : undefined;
  }

  /** An optional string; may be empty. */
  optionalText(field: string): string | undefined {
    const value = this.#body[field];
    if (value === undefined || typeof value === "string") {
      return value;
    }
    this.fail(field, value === null ? texts.null : texts.string);
    return undefined;
  }

  /** A required string out of a few. */
  choice<const T extends string>(field: string, ...allowed: readonly T[]): T | undefined {
    const value = this.text(field);
    const match = allowed.find((candidate) => candidate === value);
    if (value !== "" && match === undefined) {
      this.fail(field, `"${value}" is not a valid choice.`);
    }
    return match;
  }

  /** A required object and the check of its fields, which reports into this one; no check for another value. */
  object(field: string): { readonly value: Body; readonly check: FieldCheck | undefined } {
    const value = this.#present(field);
    if (isObject(value)) {
      return { value, check: new FieldCheck(value, { check: this, prefix: field }) };
    }
    if (value !== undefined) {
      this.fail(field, texts.object);
    }
    return { value: {}, check: undefined };
  }

  /** A required boolean. */
  boolean(field: string): boolean {
    const value = this.#present(field);
    if (value !== undefined && typeof value !== "boolean") {
      this.fail(field, texts.boolean);
    }
    return value === true;
  }

  /** @throws ApiError 400 with every problem */
  finish(): void {
    if (Object.keys(this.#problems).length > 0) {
      throw invalid(this.#problems);
    }
  }

  #present(field: string): unknown {
    const value = this.#body[field];
    if (value === undefined || value === null) {
      this.fail(field, value === null ? texts.null : texts.required);
      return undefined;
    }
    return value;
  }
}
