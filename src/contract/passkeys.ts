import { z } from "zod";

import { listPage, pagination, text } from "./fields.ts";
import { limits } from "./limits.ts";
import { typedPassword } from "./session.ts";

/** Binary values as WebAuthn writes them in JSON. */
const base64url = (most: number) =>
  z
    .string()
    .max(most)
    .regex(/^[A-Za-z0-9_-]+$/, "is not base64url");

const id = z.uuid().meta({ description: "Id of the passkey." });
const name = text(limits.name).meta({ description: "What its user calls it. Unique per user.", example: "Laptop" });
/** WebAuthn allows 1,023 bytes. */
const credentialId = base64url(1_364);
const type = z.literal("public-key");

/** Browsers add more to both from time to time; it is not read. */
const newCredential = z
  .looseObject({
    id: credentialId,
    rawId: credentialId,
    type,
    response: z.looseObject({ clientDataJSON: base64url(4_000), attestationObject: base64url(8_000) }),
  })
  .meta({ description: "What `navigator.credentials.create` returned, as JSON (`RegistrationResponseJSON`)." });

const assertion = z
  .looseObject({
    id: credentialId,
    rawId: credentialId,
    type,
    response: z.looseObject({
      clientDataJSON: base64url(4_000),
      authenticatorData: base64url(4_000),
      signature: base64url(4_000),
      userHandle: base64url(100).nullish(),
    }),
  })
  .meta({ description: "What `navigator.credentials.get` returned, as JSON (`AuthenticationResponseJSON`)." });

export const passkeysQuery = z.object({ ...listPage });
export const passkeyStart = z.object({ name, password: typedPassword });
export const passkeyRequest = z.object({ name, credential: newCredential });
export const passkeyChange = z.object({ id, name, password: typedPassword });
export const passkeyRemoval = z.object({ id, password: typedPassword });
export const passkeySignIn = z.object({ credential: assertion });

export const passkeyData = z
  .object({
    id: z.string(),
    name: z.string(),
    credential_id: z.string().meta({ description: "As authenticators know it, in base64url." }),
    created_at: z.iso.datetime(),
    last_used_at: z.iso.datetime().nullable(),
  })
  .meta({ id: "Passkey" });

export type PasskeyData = z.output<typeof passkeyData>;

export const passkeysData = z.object({ items: z.array(passkeyData), pagination });
export const removedPasskey = z.object({ deleted: z.literal(true), previous: passkeyData });

export const creationOptions = z
  .object({
    rp: z.object({ name: z.string(), id: z.string().meta({ description: "Host name of the page." }) }),
    user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
    challenge: z.string().meta({ description: "Valid once, for 5 minutes." }),
    pubKeyCredParams: z.array(z.object({ type, alg: z.int() })),
    timeout: z.int().meta({ description: "Milliseconds." }),
    excludeCredentials: z.array(z.object({ type, id: z.string() })),
    authenticatorSelection: z.object({
      residentKey: z.literal("required"),
      requireResidentKey: z.literal(true),
      userVerification: z.literal("required"),
    }),
    attestation: z.literal("none"),
  })
  .meta({ description: "For `PublicKeyCredential.parseCreationOptionsFromJSON`." });

export const requestOptions = z
  .object({
    rpId: z.string().meta({ description: "Host name of the page." }),
    challenge: z.string().meta({ description: "Valid once, for 5 minutes." }),
    timeout: z.int().meta({ description: "Milliseconds." }),
    userVerification: z.literal("required"),
  })
  .meta({ description: "For `PublicKeyCredential.parseRequestOptionsFromJSON`." });
