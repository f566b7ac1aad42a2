// Generated from openapi.json by `npm run generate`. Do not edit.
import type { CommonError } from "../error-codes.ts";
import type { Schemas, WithWarnings } from "../schemas.ts";

export type WebhooksOperations = {
  /**
   * Send events to a URL.
   *
   * Adds the types to the endpoint with this URL, which is created if it does not exist; repeating the call changes nothing. The response to the first call contains the signing secret, which is shown only once.
   *
   * Needs `svc_setting`.
   */
  registerWebhook: {
    kind: "data";
    input: {
      /** The URL that events are sent to; https. */
      webhook_url: string;
      /** One type, a list, or types separated by commas. */
      type: Schemas["WebhookType"] | (readonly Schemas["WebhookType"][]);
    };
    data: WithWarnings<{
      id: string;
      enabled: boolean;
      disabled_reason: "gone" | "failing" | "switched_off" | null;
      failing_since: string | null;
      created_at: string;
      webhook_url: string;
      type: Schemas["WebhookType"][];
      /** Signing secret (Standard Webhooks). Shown only once. */
      secret?: string;
    }>;
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "foreign_origin" | "idempotency_in_flight" | "idempotency_mismatch" | "already_created";
  };
  /**
   * List the URLs that events are sent to.
   *
   * Needs `svc_setting`.
   */
  listRegisteredWebhooks: {
    kind: "page";
    input: {
      /** Only the endpoint with this URL. */
      webhook_url?: string | undefined;
      /** Only endpoints that receive one of these types. */
      type?: Schemas["WebhookType"] | (readonly Schemas["WebhookType"][]) | undefined;
      /** Items per page; values above 100 are lowered to 100. */
      per_page?: number | undefined;
      /** `pagination.next_cursor` of the previous page; repeat the filters. */
      cursor?: string | null | undefined;
    };
    data: WithWarnings<{
      items: {
        id: string;
        enabled: boolean;
        disabled_reason: "gone" | "failing" | "switched_off" | null;
        failing_since: string | null;
        created_at: string;
        webhook_url: string;
        type: Schemas["WebhookType"][];
      }[];
      pagination: Schemas["Pagination"];
    }>;
    item: {
      id: string;
      enabled: boolean;
      disabled_reason: "gone" | "failing" | "switched_off" | null;
      failing_since: string | null;
      created_at: string;
      webhook_url: string;
      type: Schemas["WebhookType"][];
    };
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable";
  };
  /**
   * Stop sending events to a URL.
   *
   * With `type`, only these types are removed; without it, the whole endpoint. A URL without an endpoint is not an error.
   *
   * Needs `svc_setting`.
   */
  unregisterWebhook: {
    kind: "data";
    input: {
      /** The endpoint's URL. */
      webhook_url: string;
      /** Only these types. Default: the whole endpoint. */
      type?: Schemas["WebhookType"] | (readonly Schemas["WebhookType"][]) | undefined;
    };
    data: WithWarnings<{
      webhook_url: string;
      /** The types still sent there. */
      type: Schemas["WebhookType"][];
    }>;
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "foreign_origin";
  };
  /**
   * List webhooks.
   *
   * Needs `svc_setting`.
   */
  listWebhooks: {
    kind: "page";
    input: {
      /** Items per page; values above 100 are lowered to 100. */
      per_page?: number | undefined;
      /** `pagination.next_cursor` of the previous page; repeat the filters. */
      cursor?: string | null | undefined;
    };
    data: WithWarnings<{
      items: Schemas["Webhook"][];
      pagination: Schemas["Pagination"];
    }>;
    item: Schemas["Webhook"];
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable";
  };
  /**
   * Create a webhook.
   *
   * The reply has the `secret` with which every call is signed, only this once. A URL can have one webhook: POST /webhook adds types to an existing one.
   *
   * Needs `svc_setting`.
   */
  createWebhook: {
    kind: "data";
    input: {
      url: string;
      types: Schemas["WebhookType"] | (readonly Schemas["WebhookType"][]);
    };
    data: WithWarnings<Schemas["Webhook"] & {
      /** Signing secret (Standard Webhooks). Shown only once. */
      secret?: string;
    }>;
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "foreign_origin" | "idempotency_in_flight" | "idempotency_mismatch" | "already_created" | "conflict";
  };
  /**
   * Read a webhook.
   *
   * Needs `svc_setting`.
   */
  getWebhook: {
    kind: "data";
    input: {
      id: string;
    };
    data: WithWarnings<Schemas["Webhook"]>;
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "not_found";
  };
  /**
   * Change, enable or disable a webhook.
   *
   * Needs `svc_setting`.
   */
  updateWebhook: {
    kind: "data";
    input: {
      id: string;
      url?: string | undefined;
      types?: Schemas["WebhookType"] | (readonly Schemas["WebhookType"][]) | undefined;
      /** true resumes deliveries that were left waiting. */
      enabled?: boolean | undefined;
    };
    data: WithWarnings<Schemas["Webhook"]>;
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "foreign_origin" | "not_found" | "conflict";
  };
  /**
   * Delete a webhook.
   *
   * Its waiting deliveries and their log are deleted with it.
   *
   * Needs `svc_setting`.
   */
  deleteWebhook: {
    kind: "data";
    input: {
      id: string;
    };
    data: WithWarnings<{
      id: string;
    }>;
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "foreign_origin" | "not_found";
  };
  /**
   * Rotate a webhook's secret.
   *
   * For a while, events are signed with both secrets, so that a receiver can switch without losing an event.
   *
   * Needs `svc_setting`.
   */
  rotateWebhookSecret: {
    kind: "data";
    input: {
      id: string;
      /** Hours during which events are also signed with the old secret; 0 retires it immediately. Default 24. */
      overlap_hours?: number | undefined;
    };
    data: WithWarnings<Schemas["Webhook"] & {
      /** Signing secret (Standard Webhooks). Shown only once. */
      secret?: string;
    }>;
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "foreign_origin" | "idempotency_in_flight" | "idempotency_mismatch" | "already_created" | "not_found";
  };
  /**
   * Send a test event.
   *
   * Sends webhook.test to this endpoint only, regardless of its types. Its deliveries show the result.
   *
   * Needs `svc_setting`.
   */
  testWebhook: {
    kind: "data";
    input: {
      id: string;
    };
    data: WithWarnings<Schemas["WebhookDelivery"]>;
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "foreign_origin" | "idempotency_in_flight" | "idempotency_mismatch" | "already_created" | "not_found";
  };
  /**
   * List the deliveries of a webhook.
   *
   * Newest first.
   *
   * Needs `svc_setting`.
   */
  listWebhookDeliveries: {
    kind: "page";
    input: {
      id: string;
      state?: Schemas["WebhookDeliveryState"] | undefined;
      /** Items per page; values above 100 are lowered to 100. */
      per_page?: number | undefined;
      /** `pagination.next_cursor` of the previous page; repeat the filters. */
      cursor?: string | null | undefined;
    };
    data: WithWarnings<{
      items: Schemas["WebhookDelivery"][];
      pagination: Schemas["Pagination"];
    }>;
    item: Schemas["WebhookDelivery"];
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "not_found";
  };
  /**
   * Read a webhook delivery.
   *
   * Includes the payload that every attempt sends, the headers of the last one, and what each of them was answered.
   *
   * Needs `svc_setting`.
   */
  getWebhookDelivery: {
    kind: "data";
    input: {
      id: string;
    };
    data: WithWarnings<Schemas["WebhookDelivery"] & {
      /** The webhook-id header of every attempt. */
      webhook_event_id: string | null;
      /** null if the event is no longer kept. */
      payload: Record<string, unknown> | null;
      /** The payload, byte for byte as every attempt sends it. null if the event is no longer kept. */
      body: string | null;
      /** The headers of the last attempt, with its signature. null: it has not been called yet, or the event is no longer kept, or something was deleted from it. If the message was removed from the log since, `body` lacks its text, and the signature does not match it. */
      last_headers: Record<string, string> | null;
      /** The latest attempts, newest first, those before a replay included; at most 20. */
      attempt_log: Schemas["WebhookAttempt"][];
    }>;
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "not_found";
  };
  /**
   * Send an event again.
   *
   * Sends the same event with the same webhook-id and a new set of attempts.
   *
   * Needs `svc_setting`.
   */
  replayWebhookDelivery: {
    kind: "data";
    input: {
      id: string;
    };
    data: WithWarnings<Schemas["WebhookDelivery"]>;
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "foreign_origin" | "idempotency_in_flight" | "idempotency_mismatch" | "already_created" | "not_found";
  };
};
