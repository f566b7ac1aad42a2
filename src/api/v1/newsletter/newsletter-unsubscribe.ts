import { unsubscribeData, unsubscribeRequest } from "#contract/newsletter";
import type { UnsubscribeCommand } from "#domain/newsletter/unsubscribe";
import { unsubscribePhone } from "#domain/newsletter/unsubscribe-phone";

import { endpoint, type Endpoint } from "../../endpoint.ts";
import { evidenceOf } from "../../consent-evidence.ts";
import { readGroups, readMobile } from "./newsletter-fields.ts";
import type { NewsletterEndpointDeps } from "./newsletter.ts";

/** `POST /newsletter/unsubscribe`. */
export function newsletterUnsubscribeEndpoint(
  services: Pick<NewsletterEndpointDeps, "newsletter" | "unitOfWork" | "groups" | "country">,
): Endpoint {
  return endpoint<typeof unsubscribeRequest, UnsubscribeCommand>({
    operationId: "unsubscribe",
    method: "POST",
    path: "/newsletter/unsubscribe",
    access: "svc_subscribers",
    tag: "Newsletter",
    summary: "Unsubscribe a number",
    description:
      "Removes a number from the given groups, or from all. A number that has already left gets 200 and a message that says so; a number that never subscribed is 404.",
    input: unsubscribeRequest,
    data: unsubscribeData,
    errors: ["not_found"],
    async read(fields, context, issues) {
      const phone = readMobile(fields.mobile, services.country, issues);
      return {
        phone,
        groups: await readGroups(services.groups, fields, issues),
        evidence: evidenceOf(context),
      };
    },
    async handle(command) {
      const left = await unsubscribePhone(services, command);
      return {
        message: left.length > 0 ? "Unsubscribed." : "This number has already left.",
        data: {
          groups_left: left.map(({ groupId, groupName }) => ({ id: groupId, name: groupName })),
          already: left.length === 0,
        },
      };
    },
  });
}
