import { z } from "zod";

import { integer, listPage, pagination, text } from "./fields.ts";
import { filter, filterData } from "./filter.ts";
import { limits } from "./limits.ts";

const id = integer(1).meta({ description: "Id of the segment." });
const name = text(limits.name).meta({ example: "Berlin" });

export const segmentRequest = z.object({ name, filter });
export const segmentPath = z.object({ id });
export const segmentChanges = z.object({ id, name: name.optional(), filter: filter.optional() });
export const segmentsQuery = z.object(listPage);

const segment = z.object({
  id: z.int(),
  name: z.string(),
  filter: filterData,
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
});

const counted = `Exact to ${limits.pageWindow}, which stands for more; estimated if the filter takes longer than two seconds.`;
export const segmentData = z
  .object({
    ...segment.shape,
    count: z.int().meta({ description: `Subscribers who match now, in any state. ${counted}` }),
    active_count: z.int().meta({
      description: `Those of them who would receive a message: active, not bounced, and without a STOP. ${counted}`,
    }),
  })
  .meta({ id: "SubscriberSegment" });

export const segmentsData = z.object({ items: z.array(segment), pagination });
