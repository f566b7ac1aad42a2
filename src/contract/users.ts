import { z } from "zod";

import { USERNAME, USERNAME_ISSUE } from "#domain/users/fields";

import { integer, list, pagination, paging, phoneText, text } from "./fields.ts";
import { limits } from "./limits.ts";
import { capability } from "./value-lists.ts";

const LOCALE = /^[a-z]{2,3}([_-][A-Za-z0-9]{2,8}){0,3}$/;

export const userId = integer(1).meta({ description: "Id of the user." });

/** A list's cursor: the last id of the previous page. Opaque to callers. */
export const idCursor = z
  .string()
  .regex(/^\d{1,15}$/, "is not a cursor of this list")
  .transform(Number)
  .optional()
  .meta({ description: "`pagination.next_cursor` of the previous page." });

export const password = z
  .string()
  .min(12)
  .max(256)
  .meta({ description: "Web password for sign-in pages; it never works in the API." });

const fields = {
  email: z.email().max(limits.email),
  name: text(limits.name),
  phone: z
    .union([z.literal(""), phoneText()])
    .meta({ description: "E.164, or national if TIDINGS_COUNTRY is set. Empty: none." }),
  roles: list(text(100), 50).meta({ description: "Role names; see /roles." }),
  locale: z.string().regex(LOCALE, "is not a language tag").meta({ example: "en" }),
  password,
};

export const userRequest = z.object({
  username: z.string().regex(USERNAME, USERNAME_ISSUE),
  email: fields.email,
  name: fields.name,
  phone: fields.phone.optional(),
  roles: fields.roles.optional(),
  locale: fields.locale.optional(),
  password: fields.password.optional(),
});

export const userChanges = z.object({
  id: userId,
  email: fields.email.optional(),
  name: fields.name.optional(),
  phone: fields.phone.optional(),
  roles: fields.roles.optional(),
  locale: fields.locale.optional(),
  password: fields.password.optional(),
  two_factor: z
    .preprocess((value) => (value === "false" ? false : value), z.literal(false))
    .optional()
    .meta({
      description:
        "`false` turns the second factor off and removes the passkeys, for a user who lost them. Only users turn on their own.",
    }),
});

export const usersQuery = z.object({
  role: text(100).optional().meta({ description: "Only users with this role." }),
  search: text(limits.name).optional().meta({ description: "Part of the user name, e-mail address, name or number." }),
  cursor: idCursor,
  per_page: paging.per_page,
});

export const userNamePath = z.object({ id: userId });
export const userName = z.object({ id: z.int(), name: z.string() });

export const userData = z
  .object({
    id: z.int(),
    username: z.string(),
    email: z.string(),
    name: z.string(),
    phone: z.string().nullable(),
    roles: z.array(z.string()),
    capabilities: z.array(capability),
    locale: z.string(),
    two_factor: z.boolean().meta({ description: "A code of an authenticator app is required besides the password." }),
    passkeys: z.int().meta({ description: "How many passkeys they sign in with." }),
    created_at: z.iso.datetime(),
    updated_at: z.iso.datetime(),
  })
  .meta({ id: "User" });

export type UserData = z.output<typeof userData>;

export const setupLinkData = z.object({
  token: z.string().meta({
    description: "Shown only once. The link is the address of the console with `/setup#` and this.",
  }),
});

export const usersData = z.object({ items: z.array(userData), pagination });
export const deletedUser = z.object({ deleted: z.literal(true), previous: userData });
