import { z } from "zod";

import { limits } from "./limits.ts";

const named = z.array(
  z
    .object({ id: z.int(), name: z.string().nullable().meta({ description: "null: it was deleted." }) })
    .meta({ id: "NamedAddressee" }),
);

const selectors = z
  .object({
    group_ids: z.union([z.literal("all"), z.array(z.int())]).nullable(),
    groups: named.meta({
      description: `The first ${limits.groupsNamed} of \`group_ids\` with the names that they have now; empty if the caller lacks svc_subscribers.`,
    }),
    segment_ids: z.array(z.int()),
    segments: named.meta({
      description: "`segment_ids` with the names that they have now; empty if the caller lacks svc_subscribers.",
    }),
    role_ids: z.array(z.string()),
    users: z.array(z.int()),
    customers: z.boolean(),
  })
  .meta({ id: "AddresseeSelectors" });

/** Whom a schedule is addressed to. */
export const addressees = selectors
  .and(z.object({ numbers: z.int().meta({ description: "Direct numbers." }) }))
  .meta({ id: "Addressees" });

/** The same for a message. */
export const messageAddressees = selectors
  .and(z.object({ numbers: z.int().nullable().meta({ description: "Direct numbers; null: not known." }) }))
  .meta({ id: "MessageAddressees" });
