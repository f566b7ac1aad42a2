import type { Mount } from "#api/app";
import { publicPages } from "#api/pages/forms/mount";
import type { FormAnswerDeps } from "#api/pages/forms/form-services";
import type { ApiDeps } from "#api/services";
import { secretBox } from "#lib/secret-box";

import { openPersonLinks } from "./open-person-links.ts";
import type { Background } from "./background.ts";
import type { Node } from "./node.ts";
import type { Storage } from "./storage.ts";

type FormParts = { readonly node: Node; readonly storage: Storage; readonly background: Background };

/** What filling in a form needs. */
export function formAnswers({ node, storage, background }: FormParts): FormAnswerDeps {
  const { db, key, queries } = storage;
  const { forms, formRequests, subscriberRepository } = queries;
  return {
    ...background.newsletter,
    forms,
    formRequests,
    subscriberRepository,
    formKey: key.derive("forms"),
    box: secretBox(key.derive("form-numbers")),
    now: db.now,
    country: node.country,
  };
}

/** The pages on which people subscribe and leave. */
export function openForms(parts: FormParts, services: ApiDeps): Mount {
  return publicPages({
    ...services,
    ...formAnswers(parts),
    ...openPersonLinks(parts.storage),
  });
}
