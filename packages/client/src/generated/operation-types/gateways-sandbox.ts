// Generated from openapi.json by `npm run generate`. Do not edit.
import type { CommonError } from "../error-codes.ts";
import type { Schemas, WithWarnings } from "../schemas.ts";

export type GatewaysSandboxOperations = {
  /**
   * What the phones behind the sandbox gateway received, newest first.
   *
   * Shows messages as a phone would, including one-time passwords: none of them ever left the machine.
   *
   * Needs `svc_setting`.
   */
  listSandboxMessages: {
    kind: "page";
    input: {
      /** Only messages to this number. */
      to?: string | undefined;
      /** Items per page; values above 100 are lowered to 100. */
      per_page?: number | undefined;
      /** `pagination.next_cursor` of the previous page; repeat the filters. */
      cursor?: string | null | undefined;
    };
    data: WithWarnings<{
      items: Schemas["SandboxMessage"][];
      pagination: Schemas["Pagination"];
    }>;
    item: Schemas["SandboxMessage"];
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "not_found";
  };
  /**
   * Answer as a phone behind the sandbox gateway.
   *
   * The message is handled like a real one that a provider reports: STOP, START or a question has the effect that it has there. Only START differs: it lifts what a reply in the sandbox set, and no opt-out of a real person. A STOP ends the memberships of the number's owner, so this needs svc_subscribers, too.
   *
   * Needs `svc_setting`.
   */
  replyAsSandboxPhone: {
    kind: "data";
    input: {
      /** The number of the phone. */
      from: string;
      /** What the person writes. */
      text: string;
      /** Name of the sandbox gateway. Default: the first. */
      gateway?: string | undefined;
    };
    data: WithWarnings<{
      /** The provider's id of the reply. */
      id: string;
      from: string;
      text: string;
      gateway: string;
    }>;
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "foreign_origin" | "idempotency_in_flight" | "idempotency_mismatch" | "already_created" | "not_found";
  };
};
