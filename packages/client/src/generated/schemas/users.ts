// Generated from openapi.json by `npm run generate`. Do not edit.
import type { CommonSchemas } from "./common.ts";

export type UsersSchemas = {
  ApplicationPassword: {
    uuid: string;
    app_id: string;
    name: string;
    created: string;
    last_used: string | null;
    last_ip: string | null;
  };
  Passkey: {
    id: string;
    name: string;
    /** As authenticators know it, in base64url. */
    credential_id: string;
    created_at: string;
    last_used_at: string | null;
  };
  Role: {
    name: string;
    label: string;
    capabilities: CommonSchemas["Capability"][];
  };
  User: {
    id: number;
    username: string;
    email: string;
    name: string;
    phone: string | null;
    roles: string[];
    capabilities: CommonSchemas["Capability"][];
    locale: string;
    /** A code of an authenticator app is required besides the password. */
    two_factor: boolean;
    /** How many passkeys they sign in with. */
    passkeys: number;
    created_at: string;
    updated_at: string;
  };
};
