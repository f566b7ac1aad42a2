import { randomBytes } from "node:crypto";

import type { PersonLinkDeps } from "#domain/forms/person-link";

import type { Storage } from "./storage.ts";

/** What makes and reads the links of people. */
export function openPersonLinks({ key, queries }: Pick<Storage, "key" | "queries">): PersonLinkDeps {
  return { personLinks: queries.personLinks, linkKey: key.derive("person-links"), randomBytes };
}
