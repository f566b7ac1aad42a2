// Generated from openapi.json by `npm run generate`. Do not edit.
export type TemplatesSchemas = {
  Template: {
    id: number;
    name: string;
    text: string;
    category: "marketing" | "transactional" | "otp" | null;
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
