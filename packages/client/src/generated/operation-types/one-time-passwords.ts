// Generated from openapi.json by `npm run generate`. Do not edit.
import type { CommonError } from "../error-codes.ts";

export type OneTimePasswordsOperations = {
  /**
   * Send a code to a number.
   *
   * Sends a code that, once it is submitted to `POST /otp/check`, proves that a person reads messages at the number. A repeated call within the first period of validity sends the same code again, valid for another period; used attempts stay used. No reply, event or log contains the code.
   *
   * Needs `svc_sendsms`.
   */
  sendOneTimePassword: {
    kind: "data";
    input: {
      /** The number, in E.164 format, or national if TIDINGS_COUNTRY is set. */
      number: string;
      /** Digits of the code. Default: 6. */
      length?: number | undefined;
      /** Seconds for which the code is valid. Default: 300. */
      expires_in?: number | undefined;
      /** What the code is for, such as `sign-in`: a code for one purpose is wrong for another. Default: none. */
      purpose?: string | undefined;
      /** Language of the text, from the template or the settings. Default: the person's, or the site's. */
      locale?: string | undefined;
      /** Text instead of the one in the settings. {{code}} is replaced by the code, {{sender}} by the sender's name and {{minutes}} by the minutes for which it is valid. */
      message?: string | undefined;
      /** A template of category otp instead of `message`, with the same variables. */
      template_id?: number | undefined;
      /** Host of the page on which the code is typed: browsers then offer it there, and nowhere else. */
      domain?: string | undefined;
      /** Hash of the Android app that reads the message. The whole text then has at most 140 bytes. */
      app_hash?: string | undefined;
      /** Sender id. Default: the configured one. */
      sender?: string | undefined;
      /** Address of the person who asks for the code: it is limited, too. */
      client_ip?: string | undefined;
    };
    data: {
      id: string;
      expires_at: string;
      /** Seconds until the number can get another message. */
      resend_after: number;
      /** The code that was sent before was sent again. */
      resent: boolean;
      sandbox: boolean;
      warnings?: string[];
    };
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "foreign_origin" | "idempotency_in_flight" | "idempotency_mismatch" | "already_created" | "not_in_this_state" | "no_gateway" | "gateway_cannot" | "spend_cap_reached" | "insufficient_credit";
  };
  /**
   * Check a code.
   *
   * The right code is accepted once. A wrong code, an unknown number, another caller's code, an expired or used code and too many attempts get the same response.
   *
   * Needs `svc_sendsms`.
   */
  checkOneTimePassword: {
    kind: "data";
    input: {
      /** The number, in E.164 format, or national if TIDINGS_COUNTRY is set. */
      number?: string | undefined;
      /** Id from the reply to `POST /otp`, instead of `number` and `purpose`. */
      id?: string | undefined;
      /** What the code is for, such as `sign-in`: a code for one purpose is wrong for another. Default: none. */
      purpose?: string | undefined;
      /** The code as it was typed. 5 attempts are possible. */
      code: string;
    };
    data: {
      id: string;
      verified: true;
      verified_at: string;
      warnings?: string[];
    };
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "foreign_origin" | "idempotency_in_flight" | "idempotency_mismatch" | "already_created" | "verification_failed";
  };
};
