// Generated from openapi.json by `npm run generate`. Do not edit.
export type PrivacySchemas = {
  Erasure: PrivacySchemas["ErasureProgress"] & {
    /** The number stays on the suppression list. It is kept for that purpose alone: without it, the next campaign would reach the person again. */
    suppressed: boolean;
    /** The other number of the person's phone, if something is held under it: a mobile phone in Argentina has two. Repeat the call for it. */
    other_mobile?: string;
    /** Among others, that more is held under the other number of the person's phone. */
    warnings?: string[];
  };
  ErasureProgress: {
    erasure_id: string;
    state: "running" | "done";
    /** Number of records of each kind erased so far. */
    erased: PrivacySchemas["RecordCounts"];
    /** Deliveries that are in flight, that belong to a message whose audience is still being read, or for which receipts may still arrive (72 hours). They are erased after that. */
    waiting: number;
    created_at: string;
    finished_at: string | null;
  };
  HeldItem: {
    kind: "subscriber" | "consent" | "form_request" | "customer" | "user" | "suppression" | "order_notice" | "alert" | "schedule" | "inbound" | "outbox";
    /** Its fields, by name. Times in UTC. */
    data: Record<string, unknown>;
  };
  RecordCounts: {
    subscriber: number;
    consent: number;
    form_request: number;
    customer: number;
    user: number;
    suppression: number;
    order_notice: number;
    alert: number;
    schedule: number;
    inbound: number;
    outbox: number;
  };
};
