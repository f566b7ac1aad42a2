// Generated from openapi.json by `npm run generate`. Do not edit.
import type { CommonError } from "../error-codes.ts";
import type { Schemas, WithWarnings } from "../schemas.ts";

export type PreviewsOperations = {
  /**
   * Preview a message.
   *
   * What `POST /send` with the same parameters would do: who would receive the message, in how many segments and at what cost, and who would not. Nothing is stored or sent, and no gateway is contacted. A call that would be refused is refused here for the same reasons, except where something besides the call has to change first (consent, the spend cap, low credit): this is in `data.refusals`, beside all figures.
   *
   * Needs `svc_sendsms`.
   */
  previewMessage: {
    kind: "data";
    input: Schemas["SendMessageBody"];
    data: WithWarnings<Schemas["Preview"]>;
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "foreign_origin" | "idempotency_in_flight" | "idempotency_mismatch" | "already_created" | "selector_conflict" | "no_recipients" | "gateway_cannot" | "no_gateway" | "no_commerce" | "no_phone_numbers" | "public_url_missing";
  };
  /**
   * List people of a preview.
   *
   * Some of the people behind a number of `POST /send/preview` with the same parameters: who is matched or named more than once, who is suppressed, has not confirmed yet, is over the frequency cap, or has no consent on record, and who would receive the message.
   *
   * Needs `svc_sendsms`.
   */
  listPreviewPeople: {
    kind: "data";
    input: Schemas["SendMessageBody"] & {
      /** The number of the preview whose people are listed. `matched`: everyone whom the call names, each once. `duplicates`: people who are named more than once. `final`: those who would receive the message if everyone has a text. */
      reason: "matched" | "duplicates" | "suppressed" | "unconfirmed" | "over_cap" | "without_consent" | "final";
    };
    data: WithWarnings<Schemas["PreviewPeople"]>;
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "foreign_origin" | "idempotency_in_flight" | "idempotency_mismatch" | "already_created" | "selector_conflict" | "no_commerce" | "no_phone_numbers";
  };
};
