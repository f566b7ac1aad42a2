import { deletedById } from "#contract/fields";
import { subscriberDetail, subscriberPath } from "#contract/subscribers";
import { reactivateSubscriber, removeSubscriber } from "#domain/newsletter/edit-subscriber";

import { endpoint, type Endpoint } from "../../endpoint.ts";
import { evidenceOf } from "../../consent-evidence.ts";
import { readSubscriber } from "./subscriber-detail.ts";
import { subscriberUpdateEndpoint } from "./subscriber-update.ts";
import { common, type SubscriberDeps } from "./subscribers.ts";

/** GET, PATCH, DELETE of `/subscribers/{id}`. */
export function subscriberEndpoints(services: SubscriberDeps): Endpoint[] {
  return [
    endpoint({
      ...common,
      operationId: "getSubscriber",
      method: "GET",
      path: "/subscribers/{id}",
      summary: "Show a subscriber with their consent history",
      input: subscriberPath,
      data: subscriberDetail,
      errors: ["not_found"],
      async handle({ id }) {
        const data = await readSubscriber(services, id);
        return { message: `The subscriber is ${data.state}.`, data };
      },
    }),
    subscriberUpdateEndpoint(services),
    endpoint({
      ...common,
      operationId: "reactivateSubscriber",
      method: "POST",
      path: "/subscribers/{id}/reactivate",
      summary: "Reactivate a bounced subscriber",
      description:
        "A subscriber whose number cannot be reached is bounced and gets nothing from the newsletter. This ends it; only failures of later messages count from then on. Memberships and a STOP are not changed.",
      input: subscriberPath,
      data: subscriberDetail,
      errors: ["not_found"],
      async handle({ id }) {
        const { already } = await reactivateSubscriber(services, id);
        return {
          message: already ? "This subscriber is not bounced." : "Subscriber reactivated.",
          data: await readSubscriber(services, id),
        };
      },
    }),
    endpoint({
      ...common,
      operationId: "deleteSubscriber",
      method: "DELETE",
      path: "/subscribers/{id}",
      summary: "Delete a subscriber",
      description:
        "Removes the subscriber from all groups and deletes them. Their records stay in the consent ledger, a STOP remains in effect, and the log is kept: POST /privacy/delete erases a person from everything.",
      input: subscriberPath,
      data: deletedById,
      errors: ["not_found"],
      async handle({ id }, context) {
        await removeSubscriber(services, id, evidenceOf(context));
        return { message: "Subscriber deleted.", data: { deleted: true, id } };
      },
    }),
  ];
}
