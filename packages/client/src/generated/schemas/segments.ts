// Generated from openapi.json by `npm run generate`. Do not edit.
import type { CommonSchemas } from "./common.ts";

export type SegmentsSchemas = {
  SubscriberFilter: {
    all: CommonSchemas["FilterCondition"][];
    any: CommonSchemas["FilterCondition"][];
  };
  SubscriberSegment: {
    id: number;
    name: string;
    filter: SegmentsSchemas["SubscriberFilter"];
    created_at: string;
    updated_at: string;
    /** Subscribers who match now, in any state. Exact to 10000, which stands for more; estimated if the filter takes longer than two seconds. */
    count: number;
    /** Those of them who would receive a message: active, not bounced, and without a STOP. Exact to 10000, which stands for more; estimated if the filter takes longer than two seconds. */
    active_count: number;
  };
};
