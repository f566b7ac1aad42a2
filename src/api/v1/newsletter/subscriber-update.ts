import { subscriberChanges, subscriberDetail } from "#contract/subscribers";
import { unknownGroups } from "#domain/newsletter/require-groups";
import { editSubscriber, type EditCommand } from "#domain/newsletter/edit-subscriber";

import { endpoint, type Endpoint } from "../../endpoint.ts";
import { evidenceOf } from "../../consent-evidence.ts";
import { readSubscriber } from "./subscriber-detail.ts";
import { common, type SubscriberDeps } from "./subscribers.ts";

/** `PATCH /subscribers/{id}`. */
export function subscriberUpdateEndpoint(services: SubscriberDeps): Endpoint {
  return endpoint<typeof subscriberChanges, EditCommand>({
    ...common,
    operationId: "updateSubscriber",
    method: "PATCH",
    path: "/subscribers/{id}",
    summary: "Change a subscriber",
    description:
      "Only the parameters given are changed. Groups are joined by the rules of POST /newsletter. A number cannot be changed: it identifies the person.",
    input: subscriberChanges,
    hints: { mobile: "a number identifies the person. Add a subscriber with the new number, and delete this one" },
    data: subscriberDetail,
    errors: ["not_found", "not_in_this_state", "no_gateway", "spend_cap_reached", "insufficient_credit"],
    async read(fields, context, issues) {
      const { group_ids: all, add_group_ids: added } = fields;
      if (all && added) {
        const message = "must not be used together with group_ids";
        issues.push({ field: "add_group_ids", code: "not_together", message });
      }
      const groups = (all ?? added) && [...new Set(all ?? added)];
      const field = all ? "group_ids" : "add_group_ids";
      if (groups) issues.push(...unknownGroups(field, groups, await services.groups.existing(groups)));
      return {
        id: fields.id!,
        name: fields.name?.trim(),
        customFields: fields.custom_fields,
        locale: fields.locale,
        timeZone: fields.time_zone,
        groups: groups && { ids: groups, leavesOthers: all !== undefined },
        doubleOptIn: fields.double_opt_in ?? null,
        evidence: evidenceOf(context),
      };
    },
    async handle(command) {
      await editSubscriber(services, command);
      return { message: "Subscriber changed.", data: await readSubscriber(services, command.id) };
    },
  });
}
