import { z } from "zod";

const optionalText = z.string().optional().catch(undefined);

/** Reasons of a field: texts, a single text, or something else, which is passed over. */
const reasons = z
  .union([z.array(z.string()), z.string().transform((reason) => [reason])])
  .optional()
  .catch(undefined);
const fields = z.record(z.string(), reasons);

/** What a refusal says. */
export interface Refusal {
  readonly code: string | undefined;
  readonly message: string | undefined;
  readonly fields: Readonly<Record<string, readonly string[] | undefined>>;
}

const nothing: Refusal = { code: undefined, message: undefined, fields: {} };

/** The documented form, of v1 and v2. */
const documented = z
  .looseObject({
    error: z.looseObject({
      code: optionalText,
      message: optionalText,
      fields: fields.optional().catch(undefined),
    }),
  })
  .transform(({ error }): Refusal => ({ code: error.code, message: error.message, fields: error.fields ?? {} }));

/** Forms that other layers of such a service use: a text under one of these keys, reasons by field, or texts alone. */
const textual = z
  .looseObject({ detail: optionalText, message: optionalText, error: optionalText })
  .transform(({ detail, message, error }) => detail ?? message ?? error)
  .refine((text) => text !== undefined)
  .transform((text): Refusal => ({ ...nothing, message: text }));
const byField = fields.transform((read): Refusal => ({ ...nothing, fields: read }));
const texts = z.array(z.string()).transform((read): Refusal => ({ ...nothing, message: read.join(" ") }));

/** The body of a refusal, in whichever form; anything else reads as empty. */
export const errorBody = z.union([documented, textual, byField, texts]).catch(nothing);
