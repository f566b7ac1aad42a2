import { linksData, linksRequest } from "#contract/forms";
import { DomainError } from "#domain/error";
import { linksFor, personToken, type PersonLinkDeps } from "#domain/forms/person-link";
import { noSubscriber } from "#domain/newsletter/edit-subscriber";

import { endpoint, type Endpoint } from "../../endpoint.ts";
import { common } from "./forms.ts";

export type SubscriberLinkDeps = PersonLinkDeps & { readonly publicUrl: string | null };

/** `POST /subscribers/{id}/links`. */
export function subscriberLinksEndpoint(services: SubscriberLinkDeps): Endpoint {
  return endpoint({
    ...common,
    operationId: "createSubscriberLinks",
    method: "POST",
    path: "/subscribers/{id}/links",
    summary: "Make a person's links",
    description:
      "Addresses of the page on which this person leaves or changes groups. Anyone who has a link can do that, so send it to this person alone. The links stay the same until they are replaced.",
    input: linksRequest,
    data: linksData,
    errors: ["not_found", "public_url_missing", "already_created"],
    // A link is a credential: it is not kept beside an idempotency key.
    idempotency: "secret",
    async handle({ id, replace = false }) {
      const { publicUrl } = services;
      if (publicUrl === null) {
        throw new DomainError("public_url_missing", "Links for people need TIDINGS_PUBLIC_URL.");
      }
      const token = await personToken(services, id, replace);
      if (token === null) throw noSubscriber(id);
      const { preferences_url, unsubscribe_url: leave_url } = linksFor(publicUrl, token);
      return { message: "Links of the subscriber.", data: { preferences_url, leave_url } };
    },
  });
}
