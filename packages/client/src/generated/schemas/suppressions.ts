// Generated from openapi.json by `npm run generate`. Do not edit.
export type SuppressionsSchemas = {
  Suppression: {
    id: number;
    number: string;
    kind: "opt_out" | "block" | "maybe_opt_out";
    /** null: every sender. */
    sender: string | null;
    reason: string;
    source: string;
    /** null: the person, or the provider in their name. */
    added_by: string | null;
    added_at: string;
  };
};
