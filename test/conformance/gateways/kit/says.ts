import type { ProviderCall } from "#domain/gateways/gateway";

import { providerCall } from "../../../support/providers/provider-call.ts";

/** An answer in JSON. */
export const says = (status: number, body: unknown): { status: number; body: string } => ({
  status,
  body: JSON.stringify(body),
});

/** A GET to our receipt address. */
export const got = (query: Record<string, string>): ProviderCall =>
  providerCall({ method: "GET", url: `https://sms.example.org/h?${new URLSearchParams(query)}`, query });

/** A POST to our receipt address; `query` is what our own address carried. */
export const posted = (
  body: string,
  headers: Record<string, string> = {},
  query: Record<string, string> = {},
): ProviderCall => providerCall({ body, headers, query });
