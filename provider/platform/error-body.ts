import { z } from "zod";

const optionalText = z.string().optional().catch(undefined);

/** Reasons of a field: texts, a single text, or something else, which is passed over. */
const reasons = z
  .union([z.array(z.string()), z.string().transform((reason) => [reason])])
  .optional()
  .catch(undefined);

/** The error body of v1 and v2, and the undocumented `detail` form; anything else reads as empty. */
export const errorBody = z
  .looseObject({
    error: z
      .looseObject({
        code: optionalText,
        message: optionalText,
        fields: z.record(z.string(), reasons).optional().catch(undefined),
      })
      .optional()
      .catch(undefined),
    detail: optionalText,
  })
  .catch({});
