import { z } from "zod";

import { bulkActions } from "#domain/subscribers/bulk";

import { integer, list, notNull, toggle } from "./fields.ts";
import { filter } from "./filter.ts";
import { limits } from "./limits.ts";
import { fieldValue } from "./newsletter.ts";

export const bulkRequest = z.object({
  action: z.enum(bulkActions).meta({ description: "What to do with each of them." }),
  filter: notNull(filter.optional()),
  ids: notNull(
    list(integer(1), limits.ids).optional().meta({ description: "Ids of subscribers, instead of a filter." }),
  ),
  group_id: integer(1).optional().meta({ description: "Of `add_to_group` and `remove_from_group`.", example: 1 }),
  double_opt_in: toggle().optional().meta({
    description:
      "Of `add_to_group`: false if these people have agreed already. A bulk action sends no codes, so it is refused where codes are required.",
  }),
  field: z
    .string()
    .min(1)
    .max(limits.customFieldKey)
    .optional()
    .meta({ description: "Of `set_field`: the key in `custom_fields`." }),
  value: fieldValue.nullable().optional().meta({ description: "Of `set_field`: its value; null removes it." }),
});
