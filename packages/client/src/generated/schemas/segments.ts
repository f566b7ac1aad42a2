// Generated from openapi.json by `npm run generate`. Do not edit.
export type SegmentsSchemas = {
  SubscriberFilter: {
    all: {
      /** One of group_id, state, created_at, country, name, locale, time_zone, or `custom_fields.` and a key. */
      field: string;
      /** `contains` is for text, `before` and `after` for dates, `greater` and `less` for numbers; `set` and `not_set` take no value. */
      op: "is" | "is_not" | "contains" | "before" | "after" | "greater" | "less" | "set" | "not_set";
      value?: string | number | boolean;
    }[];
    any: {
      /** One of group_id, state, created_at, country, name, locale, time_zone, or `custom_fields.` and a key. */
      field: string;
      /** `contains` is for text, `before` and `after` for dates, `greater` and `less` for numbers; `set` and `not_set` take no value. */
      op: "is" | "is_not" | "contains" | "before" | "after" | "greater" | "less" | "set" | "not_set";
      value?: string | number | boolean;
    }[];
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
