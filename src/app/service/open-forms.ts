import { randomBytes } from "node:crypto";

import type { Mount } from "#api/app";
import { publicPages } from "#api/pages/forms/mount";
import type { ApiDeps } from "#api/services";
import { newsletterSection } from "#domain/newsletter/settings";
import { secretBox } from "#lib/secret-box";

import type { ApiParts } from "./api.ts";

/** The pages on which people subscribe and leave. */
export function openForms({ node, storage, sending }: ApiParts, services: ApiDeps): Mount {
  const { db, key, queries } = storage;
  return publicPages({
    ...services,
    ...queries,
    unitOfWork: db,
    routes: sending.gateways.routes,
    newsletterSettings: () => queries.settings.read(newsletterSection),
    randomBytes,
    codeKey: key.derive("opt-in-code"),
    linkKey: key.derive("person-links"),
    formKey: key.derive("forms"),
    box: secretBox(key.derive("form-tickets")),
    now: db.now,
    country: node.country,
  });
}
