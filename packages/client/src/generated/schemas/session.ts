// Generated from openapi.json by `npm run generate`. Do not edit.
import type { CommonSchemas } from "./common.ts";

export type SessionSchemas = {
  Session: {
    user: {
      id: number;
      /** How other responses name this user, as in `owner` and `created_by`: `builtin:17`. */
      principal: string;
      username: string;
      name: string;
      /** null: not known here. */
      email: string | null;
      roles: string[];
    };
    capabilities: CommonSchemas["Capability"][];
    /** What `GET /send/recipients` looks for, for this caller. */
    recipient_kinds: ("roles" | "users" | "customers")[];
    site: {
      /** Host name of the site. */
      name: string;
      time_zone: string;
      country: string | null;
      version: string;
      /** Messages go to the sandbox by default, and reach no phone. */
      sandbox: boolean;
      /** Pages of the platform that manages the users; null: this service does. */
      managed_by: {
        users: string;
        roles: string;
        application_passwords: string;
      } | null;
      license: {
        state: "absent" | "malformed" | "forged" | "not_yet" | "valid" | "grace" | "expired";
        features: ("scheduling" | "recurring")[];
        warning: string | null;
      };
      public_url: string | null;
      /** `recipients` of a message can name customers: there is a shop, or the service stores some itself. */
      customers: boolean;
    };
    /** null: the call was made with an application password. */
    session: {
      signed_in_at: string;
      expires_at: string;
      /** Name of the passkey that opened the session; null: a password, or a passkey that was removed in it. */
      passkey: string | null;
      /** Signing in with the password requires a second factor. */
      two_factor: boolean;
    } | null;
  };
};
