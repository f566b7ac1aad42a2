// Generated from openapi.json by `npm run generate`. Do not edit.
export type SearchSchemas = {
  SearchResult: {
    type: "subscriber" | "message" | "outbox_entry" | "thread" | "group" | "segment" | "template" | "schedule" | "form" | "user" | "gateway" | "webhook";
    items: {
      /** As the routes of this type take it. */
      id: string;
      title: string;
      detail: string | null;
    }[];
    /** There are more than these 5. */
    more: boolean;
    /** Only the newest were searched: there may be older ones. The list of the type finds them. */
    incomplete: boolean;
  };
};
