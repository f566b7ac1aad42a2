// Generated from openapi.json by `npm run generate`. Do not edit.
import type { CommonSchemas } from "./common.ts";

export type TemplatesSchemas = {
  Template: {
    id: number;
    name: string;
    text: string;
    category: CommonSchemas["MessageCategory"] | null;
    variants: Record<string, string>;
    /** The variables of all its texts. */
    variables: string[];
    /** Higher after each change. */
    version: number;
    created_by: string;
    created_at: string;
    updated_at: string;
  };
};
