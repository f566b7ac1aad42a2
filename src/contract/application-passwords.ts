import { z } from "zod";

import { integer, listPage, pagination, text } from "./fields.ts";
import { limits } from "./limits.ts";

/** An id, or `me` for the caller. */
const userOrMe = z.union([z.literal("me"), integer(1)]).meta({ description: "Id of the user, or `me` for yourself." });

export const passwordsPath = z.object({ id: userOrMe });
export const passwordPath = z.object({ id: userOrMe, uuid: z.uuid() });

export const passwordRequest = z.object({
  id: userOrMe,
  name: text(limits.name).meta({ description: "What it is for. Unique per user.", example: "Shop" }),
  app_id: z
    .union([z.literal("").transform(() => undefined), z.uuid()])
    .optional()
    .meta({ description: "A UUID that the application chose for itself." }),
});

/** As WP SMS shows it, with times in RFC 3339. */
export const passwordData = z
  .object({
    uuid: z.string(),
    app_id: z.string(),
    name: z.string(),
    created: z.iso.datetime(),
    last_used: z.iso.datetime().nullable(),
    last_ip: z.string().nullable(),
  })
  .meta({ id: "ApplicationPassword" });

export type PasswordData = z.output<typeof passwordData>;

export const newPasswordData = passwordData.and(
  z.object({
    password: z.string().meta({ description: "Shown only once, in groups of four; spaces are ignored." }),
  }),
);

export const passwordsQuery = z.object({ id: userOrMe, ...listPage });
export const passwordsData = z.object({ items: z.array(passwordData), pagination });
export const deletedPassword = z.object({ deleted: z.literal(true), previous: passwordData });
export const deletedPasswords = z.object({ deleted: z.literal(true), count: z.int() });
