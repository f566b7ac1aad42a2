import type { SubscriptionRequestDeps } from "#domain/forms/request-subscription";
import type { FormStore } from "#domain/forms/form-store";
import type { PersonLinkDeps } from "#domain/forms/person-link";
import type { EditDeps } from "#domain/newsletter/edit-subscriber";
import type { SecretBox } from "#lib/secret-box";

import type { ApiDeps } from "../../services.ts";

/** What filling in a form needs, on a page of ours or in a page of a site. */
export type FormAnswerDeps = SubscriptionRequestDeps &
  EditDeps & {
    readonly forms: FormStore;
    /** Seals the number between a form and its code. */
    readonly box: Pick<SecretBox, "seal" | "open">;
  };

/** What the pages for the public need. */
export type FormPageDeps = Pick<ApiDeps, "clientOf" | "isOwnOrigin" | "log" | "isDatabaseDown" | "newRequestId"> &
  FormAnswerDeps &
  PersonLinkDeps;
