import { z } from "zod";

/** The error body of v1 and v2, and the undocumented `detail` form; anything else reads as empty. */
export const errorBody = z
  .looseObject({
    error: z
      .looseObject({
        code: z.string().optional().catch(undefined),
        message: z.string().optional().catch(undefined),
        fields: z
          .record(z.string(), z.union([z.array(z.string()), z.string().transform((reason) => [reason])]))
          .optional()
          .catch(undefined),
      })
      .optional()
      .catch(undefined),
    detail: z.string().optional().catch(undefined),
  })
  .catch({});
