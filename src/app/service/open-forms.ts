import type { Mount } from "#api/app";
import { publicPages } from "#api/pages/forms/mount";
import type { ApiDeps } from "#api/services";
import { secretBox } from "#lib/secret-box";

import type { Background } from "./background.ts";
import type { Node } from "./node.ts";
import type { Storage } from "./storage.ts";

/** The pages on which people subscribe and leave. */
export function openForms(
  { node, storage, background }: { readonly node: Node; readonly storage: Storage; readonly background: Background },
  services: ApiDeps,
): Mount {
  const { db, key, queries } = storage;
  const { forms, formRequests, personLinks, subscriberRepository } = queries;
  return publicPages({
    ...services,
    ...background.newsletter,
    forms,
    formRequests,
    personLinks,
    subscriberRepository,
    linkKey: key.derive("person-links"),
    formKey: key.derive("forms"),
    box: secretBox(key.derive("form-numbers")),
    now: db.now,
    country: node.country,
  });
}
