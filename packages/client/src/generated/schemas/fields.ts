// Generated from openapi.json by `npm run generate`. Do not edit.
import type { CommonSchemas } from "./common.ts";

export type FieldsSchemas = {
  Field: {
    key: string;
    label: string;
    type: CommonSchemas["FieldType"];
    choices: string[];
    required: boolean;
    archived: boolean;
    created_at: string;
    updated_at: string;
  };
};
