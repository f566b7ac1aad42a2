// Generated from openapi.json by `npm run generate`. Do not edit.
export type NewsletterSchemas = {
  Subscriber: {
    id: number;
    name: string;
    mobile: string;
    groups: {
      id: number;
      name: string;
      state: "pending" | "active" | "left";
    }[];
    custom_fields: Record<string, string | number | boolean>;
    locale: string | null;
    time_zone: string | null;
    created_at: string;
    updated_at: string;
  };
};
