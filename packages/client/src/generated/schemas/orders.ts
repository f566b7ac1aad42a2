// Generated from openapi.json by `npm run generate`. Do not edit.
export type OrdersSchemas = {
  OrderDecision: {
    /** Site time, YYYY-MM-DD HH:MM:SS. */
    date: string;
    decided_at: string;
    /** Host and path of the shop's address, as the shop itself states it. */
    shop: string;
    order_id: number;
    status: string;
    to: "customer" | "staff";
    outcome: "sent" | "no_phone" | "no_opt_in" | "suppressed" | "limited" | "too_old" | "too_long" | "empty" | "unknown_variable";
    message_id: string | null;
    /** How often the order entered that status again: the decision had already been made, and nothing was sent. */
    repeats: number;
    repeated_at: string | null;
  };
  OrderNotice: {
    status: string;
    to: "customer" | "staff";
    enabled: boolean;
    numbers: string[];
    template: string;
    requires_opt_in: boolean;
    /** Segments of the template itself; values may make it longer. */
    segments: number;
    updated_at: string;
    warnings?: string[];
  };
};
