import type { Country } from "#domain/recipients/phone";
import type { People } from "#domain/users/people";

import type { ApiServices } from "../services.ts";

/** What the pages of a signed-in person need. */
export type PageServices = Pick<ApiServices, "clientOf" | "log" | "isDatabaseDown" | "newRequestId"> & {
  readonly people: People;
  readonly country: Country | null;
  /** Address of the API in a ready command: under TIDINGS_PUBLIC_URL, else the loopback address. Never a request's. */
  readonly apiUrl: string;
};
