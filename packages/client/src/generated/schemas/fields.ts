// Generated from openapi.json by `npm run generate`. Do not edit.
export type FieldsSchemas = {
  Field: {
    key: string;
    label: string;
    type: "text" | "number" | "date" | "choice" | "yes_no";
    choices: string[];
    required: boolean;
    archived: boolean;
    created_at: string;
    updated_at: string;
  };
};
