// Generated from openapi.json by `npm run generate`. Do not edit.
import type { CommonError } from "../error-codes.ts";
import type { Schemas, WithWarnings } from "../schemas.ts";

export type SessionOperations = {
  /**
   * Show who is signed in, and where.
   *
   * Works with a web session and with an application password.
   */
  getSession: {
    kind: "data";
    input: Record<string, never>;
    data: WithWarnings<Schemas["Session"]>;
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable";
  };
  /**
   * Sign in with a web password.
   *
   * For pages of this service's own origin: the session is a cookie that scripts cannot read. Programs use application passwords instead. If the user has a second factor, no cookie is set, and `data` has a challenge for /session/second-factor.
   */
  signIn: {
    kind: "data";
    input: {
      /** User name or e-mail address. */
      login: string;
      /** Web password. */
      password: string;
    };
    data: Schemas["Session"] & {
      /** Sentences about what is valid but perhaps not intended. Absent if there are none. */
      warnings?: string[];
    } | {
      second_factor: true;
      /** Send it to /session/second-factor with a code. */
      challenge: string;
      /** Sentences about what is valid but perhaps not intended. Absent if there are none. */
      warnings?: string[];
    };
    errors: CommonError | "idempotency_in_flight" | "idempotency_mismatch" | "already_created" | "unauthorized" | "foreign_origin";
  };
  /** Sign out. */
  signOut: {
    kind: "data";
    input: Record<string, never>;
    data: WithWarnings<{
      signed_out: true;
    }>;
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "foreign_origin";
  };
  /**
   * Complete a sign-in with a code.
   *
   * A code is accepted once. An unknown challenge, an expired one, a wrong code and a used one get the same response. After five wrong codes the user must wait after each.
   */
  confirmSecondFactor: {
    kind: "data";
    input: {
      /** `challenge` of the sign-in; valid for 5 minutes. */
      challenge: string;
      /** The code that the authenticator app shows, or a recovery code. Spaces and dashes are ignored. */
      code: string;
    };
    data: WithWarnings<Schemas["Session"]>;
    errors: CommonError | "idempotency_in_flight" | "idempotency_mismatch" | "already_created" | "unauthorized" | "foreign_origin";
  };
  /**
   * Begin to sign in with a passkey.
   *
   * Returns what the browser needs; nothing in it depends on who signs in.
   */
  startPasskeySignIn: {
    kind: "data";
    input: Record<string, never>;
    data: WithWarnings<{
      /** Host name of the page. */
      rpId: string;
      /** Valid once, for 5 minutes. */
      challenge: string;
      /** Milliseconds. */
      timeout: number;
      userVerification: "required";
    }>;
    errors: CommonError | "idempotency_in_flight" | "idempotency_mismatch" | "already_created" | "foreign_origin" | "passkeys_unavailable";
  };
  /**
   * Sign in with a passkey.
   *
   * A passkey with user verification is two factors: neither the password nor a code is required. An unknown passkey, a wrong signature, an unknown, used or expired challenge and a counter that went back get the same response.
   */
  signInWithPasskey: {
    kind: "data";
    input: {
      /** What `navigator.credentials.get` returned, as JSON (`AuthenticationResponseJSON`). */
      credential: {
        id: string;
        rawId: string;
        type: "public-key";
        response: {
          clientDataJSON: string;
          authenticatorData: string;
          signature: string;
          userHandle?: string | null | undefined;
        };
      };
    };
    data: WithWarnings<Schemas["Session"]>;
    errors: CommonError | "idempotency_in_flight" | "idempotency_mismatch" | "already_created" | "unauthorized" | "foreign_origin" | "passkeys_unavailable";
  };
  /**
   * Choose a web password with a setup link.
   *
   * Signs the user in as well, and ends their other sessions. A link is valid for 24 hours and works once; `tidings user setup-link` makes another.
   */
  completeSetup: {
    kind: "data";
    input: {
      /** What follows `#` in the setup link. */
      token: string;
      /** Web password for sign-in pages; it never works in the API. */
      password: string;
    };
    data: Schemas["Session"] & {
      /** Sentences about what is valid but perhaps not intended. Absent if there are none. */
      warnings?: string[];
    } | {
      second_factor: true;
      /** Send it to /session/second-factor with a code. */
      challenge: string;
      /** Sentences about what is valid but perhaps not intended. Absent if there are none. */
      warnings?: string[];
    };
    errors: CommonError | "idempotency_in_flight" | "idempotency_mismatch" | "already_created" | "not_found" | "unauthorized" | "foreign_origin";
  };
  /**
   * Change your web password.
   *
   * Ends all your sessions; this one continues with a new cookie.
   */
  changeOwnPassword: {
    kind: "data";
    input: {
      /** Web password. */
      current: string;
      /** Web password for sign-in pages; it never works in the API. */
      next: string;
    };
    data: WithWarnings<{
      changed: true;
    }>;
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "foreign_origin" | "idempotency_in_flight" | "idempotency_mismatch" | "already_created";
  };
  /**
   * Set up a second factor.
   *
   * For an authenticator app (TOTP, RFC 6238). Signing in requires no code before /session/totp/confirm was called with one.
   */
  startTotp: {
    kind: "data";
    input: {
      /** Web password. */
      password: string;
    };
    data: WithWarnings<{
      /** Base32, for typing in. Shown only once. */
      secret: string;
      /** What a QR code for an authenticator app contains. */
      otpauth_url: string;
    }>;
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "foreign_origin" | "idempotency_in_flight" | "idempotency_mismatch" | "already_created" | "conflict";
  };
  /** Turn the second factor off. */
  disableTotp: {
    kind: "data";
    input: {
      /** Web password. */
      password: string;
    };
    data: WithWarnings<{
      deleted: boolean;
    }>;
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "foreign_origin";
  };
  /**
   * Turn the second factor on.
   *
   * Within an hour after its setup. Your other sessions end. Ten recovery codes are shown once.
   */
  confirmTotp: {
    kind: "data";
    input: {
      /** The code that the authenticator app shows, or a recovery code. Spaces and dashes are ignored. */
      code: string;
    };
    data: WithWarnings<{
      /** Shown only once. Each replaces one code of the app. */
      recovery_codes: string[];
    }>;
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "foreign_origin" | "idempotency_in_flight" | "idempotency_mismatch" | "already_created";
  };
  /**
   * Sign out everywhere else.
   *
   * Ends your sessions in other browsers. Application passwords stay.
   */
  signOutElsewhere: {
    kind: "data";
    input: Record<string, never>;
    data: WithWarnings<{
      /** How many other sessions there were. */
      ended: number;
    }>;
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "foreign_origin";
  };
};
