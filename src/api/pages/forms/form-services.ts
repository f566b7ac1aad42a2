import type { SubscriptionRequestDeps } from "#domain/forms/request-subscription";
import type { FormStore } from "#domain/forms/form-store";
import type { PersonLinkDeps } from "#domain/forms/person-link";
import type { EditDeps } from "#domain/newsletter/edit-subscriber";
import type { SecretBox } from "#lib/secret-box";

import type { ApiDeps } from "../../services.ts";

/** The dependencies for filling in a form, on a page of ours or in a page of a site. */
export type FormAnswerDeps = SubscriptionRequestDeps &
  EditDeps & {
    readonly forms: FormStore;
    /** Seals the number between a form and its code. */
    readonly box: Pick<SecretBox, "seal" | "open">;
  };

/** The dependencies of the public pages. */
export type FormPageDeps = Pick<ApiDeps, "clientOf" | "isOwnOrigin" | "log" | "isDatabaseDown" | "newRequestId"> &
  FormAnswerDeps &
  PersonLinkDeps;
