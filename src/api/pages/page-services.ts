import type { Country } from "#domain/recipients/phone";
import type { People } from "#domain/users/people";
import type { SecretBox } from "#lib/secret-box";

import type { ApiDeps } from "../services.ts";

/** What the pages of a signed-in person need. */
export type PageDeps = Pick<ApiDeps, "clientOf" | "isOwnOrigin" | "log" | "isDatabaseDown" | "newRequestId"> & {
  readonly people: People;
  /** Seals what a browser keeps for a moment. */
  readonly box: Pick<SecretBox, "seal" | "open">;
  readonly country: Country | null;
  /** Address of the API in a ready command: under TIDINGS_PUBLIC_URL, else the loopback address. Never a request's. */
  readonly apiUrl: string;
};
