import type { ProviderCall, Receipt } from "#domain/gateways/gateway";

import { providerCall } from "../../../support/providers/provider-call.ts";

/** A response in JSON. */
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

/** The same with a form. */
export const postedForm = (fields: Record<string, string>, query: Record<string, string> = {}): ProviderCall =>
  posted(new URLSearchParams(fields).toString(), { "content-type": "application/x-www-form-urlencoded" }, query);

/** The same with JSON. */
export const postedJson = (body: unknown, headers: Record<string, string> = {}): ProviderCall =>
  posted(JSON.stringify(body), { "content-type": "application/json", ...headers });

/** Our response to a call if the provider requires nothing specific. */
export const reply = { status: 200, body: "", contentType: "text/plain" };

/** A row for each of a provider's words, by its meaning. */
export const byState = <Row>(
  words: { readonly [State in Receipt["state"]]?: readonly string[] },
  row: (word: string, state: Receipt["state"]) => Row,
): Row[] =>
  (Object.keys(words) as Receipt["state"][]).flatMap((state) => (words[state] ?? []).map((word) => row(word, state)));
