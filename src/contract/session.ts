import { z } from "zod";

import { features } from "#domain/license/license";
import { licenseStates } from "#domain/license/require";
import { recipientKinds } from "#domain/recipients/sources";

import { limits } from "./limits.ts";
import { password, userChanges } from "./users.ts";
import { capability } from "./value-lists.ts";

/** A password that was chosen earlier: whatever its length, a wrong one is merely wrong. */
export const typedPassword = z.string().min(1).max(1_024).meta({ description: "Web password.", format: "password" });
/** Tokens are 32 bytes in base64url. Longer texts are accepted, too: they are merely unknown tokens. */
const token = z.string().min(1).max(200);

export const signInRequest = z.object({
  login: z.string().min(1).max(limits.email).meta({ description: "User name or e-mail address.", example: "admin" }),
  password: typedPassword,
});

export const secondFactorRequest = z.object({
  challenge: token.meta({ description: "`challenge` of the sign-in; valid for 5 minutes." }),
  code: z.string().min(1).max(40).meta({
    description: "The code that the authenticator app shows, or a recovery code. Spaces and dashes are ignored.",
    example: "123456",
  }),
});

export const setupRequest = z.object({
  token: token.meta({ description: "What follows `#` in the setup link." }),
  password,
});

export const ownPasswordRequest = z.object({ current: typedPassword, next: password });
export const totpRequest = z.object({ password: typedPassword });
export const totpCode = z.object({ code: secondFactorRequest.shape.code });

export const ownChanges = userChanges.pick({ name: true, phone: true, email: true, locale: true });

const site = z.object({
  name: z.string().meta({ description: "Host name of the site." }),
  time_zone: z.string(),
  country: z.string().nullable(),
  version: z.string(),
  sandbox: z.boolean().meta({ description: "Messages go to the sandbox by default, and reach no phone." }),
  managed_by: z
    .object({ users: z.string(), roles: z.string(), application_passwords: z.string() })
    .nullable()
    .meta({ description: "Pages of the platform that manages the users; null: this service does." }),
  license: z.object({
    state: z.enum(licenseStates),
    features: z.array(z.enum(features)),
    warning: z.string().nullable(),
  }),
  public_url: z.string().nullable(),
  customers: z.boolean().meta({
    description: "`recipients` of a message can name customers: there is a shop, or the service stores some itself.",
  }),
});

export type SiteData = z.output<typeof site>;

export const sessionData = z
  .object({
    user: z.object({
      id: z.int(),
      principal: z
        .string()
        .meta({ description: "How other responses name this user, as in `owner` and `created_by`: `builtin:17`." }),
      username: z.string(),
      name: z.string(),
      email: z.string().nullable().meta({ description: "null: not known here." }),
      roles: z.array(z.string()),
    }),
    capabilities: z.array(capability),
    recipient_kinds: z.array(z.enum(recipientKinds)).readonly().meta({
      description: "What `GET /send/recipients` looks for, for this caller.",
    }),
    site,
    session: z
      .object({
        signed_in_at: z.iso.datetime(),
        expires_at: z.iso.datetime(),
        passkey: z.string().nullable().meta({
          description:
            "Name of the passkey that opened the session; null: a password, or a passkey that was removed in it.",
        }),
        two_factor: z.boolean().meta({ description: "Signing in with the password requires a second factor." }),
      })
      .nullable()
      .meta({ description: "null: the call was made with an application password." }),
  })
  .meta({ id: "Session" });

export type SessionData = z.output<typeof sessionData>;

const challengeData = z.object({
  second_factor: z.literal(true),
  challenge: z.string().meta({ description: "Send it to /session/second-factor with a code." }),
});

export const signedInData = z.union([sessionData, challengeData]);
export const signedOutData = z.object({ signed_out: z.literal(true) });
export const endedSessionsData = z.object({
  ended: z.int().meta({ description: "How many other sessions there were." }),
});
export const changedPasswordData = z.object({ changed: z.literal(true) });
export const totpData = z.object({
  secret: z.string().meta({ description: "Base32, for typing in. Shown only once." }),
  otpauth_url: z.string().meta({ description: "What a QR code for an authenticator app contains." }),
});
export const recoveryData = z.object({
  recovery_codes: z.array(z.string()).meta({ description: "Shown only once. Each replaces one code of the app." }),
});
export const endedTotpData = z.object({ deleted: z.boolean() });
