import { createHmac } from "node:crypto";

import type { ProviderCall } from "#domain/gateways/gateway";

/** A vendor's call to our receipts route. */
export const providerCall = (more: Partial<ProviderCall>): ProviderCall => ({
  method: "POST",
  url: "https://sms.example.org/h",
  query: {},
  headers: {},
  body: "",
  ...more,
});

/** A JSON Web Token as a vendor would create it. */
export function webToken(claims: object, secret: string, alg = "HS256", hash = "sha256"): string {
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url");
  const text = `${part({ alg, typ: "JWT" })}.${part(claims)}`;
  return `${text}.${createHmac(hash, secret).update(text).digest("base64url")}`;
}
