import { isObject } from "../../base/json";
import { invalid } from "./response";

/** Texts that every operation uses. */
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
 * Reads a request body field by field and gathers every problem, so that one answer names them all.
 * Readers give a harmless value for a field in error; call {@link FieldCheck.finish} before using any.
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

  /** Notes a problem of a field. */
  fail(field: string, message: string): void {
    const key = this.#prefix + field;
    this.#problems[key] = [...(this.#problems[key] ?? []), message];
  }

  /** Whether the body holds the field at all. */
  has(field: string): boolean {
    return this.#body[field] !== undefined;
  }

  /** A required string that is not blank. */
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

  /** A string that may be left out but is not blank. */
  textIfPresent(field: string): string | undefined {
    return this.has(field) ? this.text(field) : undefined;
  }

  /** A string that may be left out and may be empty. */
  optionalText(field: string): string | undefined {
    const value = this.#body[field];
    if (value === undefined || typeof value === "string") {
      return value;
    }
    this.fail(field, value === null ? texts.null : texts.string);
    return undefined;
  }

  /** A required string that is one of a few. */
  choice<const T extends string>(field: string, ...allowed: readonly T[]): T | undefined {
    const value = this.text(field);
    const match = allowed.find((candidate) => candidate === value);
    if (value !== "" && match === undefined) {
      this.fail(field, `"${value}" is not a valid choice.`);
    }
    return match;
  }

  /** A required object, and a check of its fields that reports into this one; no check when there is no object. */
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

  /** Throws a 400 with everything that was noted. */
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
