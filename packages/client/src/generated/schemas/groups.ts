// Generated from openapi.json by `npm run generate`. Do not edit.
export type GroupsSchemas = {
  Group: {
    id: number;
    name: string;
    double_opt_in: boolean | null;
    code_texts: Record<string, string>;
    welcome_texts: Record<string, string>;
    /** Pending and active members. */
    subscriber_count: number;
    active_count: number;
    created_at: string;
  };
};
