import { z } from "zod";

import { list, listPage, pagination, text } from "./fields.ts";
import { capability } from "./value-lists.ts";

const name = z
  .string()
  .regex(
    /^[a-z][a-z0-9_-]{0,99}$/,
    "must begin with a lowercase letter and contain only lowercase letters, digits, - and _",
  );
const label = text(100).meta({ description: "Display name." });
const granted = list(capability, 50).meta({ description: "What users with this role may do." });

/** Any text is accepted in the path; a name without a role is 404. */
const roleName = z.string().meta({ description: "Name of the role." });

export const roleRequest = z.object({ name, label: label.optional(), capabilities: granted.optional() });
export const roleChanges = z.object({ name: roleName, label: label.optional(), capabilities: granted.optional() });
export const rolePath = z.object({ name: roleName });

export const roleData = z
  .object({ name: z.string(), label: z.string(), capabilities: z.array(capability) })
  .meta({ id: "Role" });

export const rolesQuery = z.object(listPage);
export const rolesData = z.object({ items: z.array(roleData), pagination });
export const deletedRole = z.object({ deleted: z.literal(true), previous: roleData });
