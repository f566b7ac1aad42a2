import type { Country } from "#domain/recipients/phone";
import type { People } from "#domain/users/people";
import type { SecretBox } from "#lib/secret-box";

import type { ApiDeps } from "../services.ts";

/** What the pages of a signed-in person need. */
export type PageDeps = Pick<ApiDeps, "clientOf" | "isOwnOrigin" | "log" | "isDatabaseDown" | "newRequestId"> & {
  readonly people: People;
  /** Seals what a browser stores temporarily. */
  readonly box: Pick<SecretBox, "seal" | "open">;
  readonly country: Country | null;
  /** URL of the API in ready commands: based on TIDINGS_PUBLIC_URL, otherwise the loopback address. Never from a request. */
  readonly apiUrl: string;
};
