import { deletedSubscriber, subscriberChanges, subscriberDetail, subscriberPath } from "#contract/subscribers";
import { limits } from "#contract/limits";
import { unknownGroups } from "#domain/newsletter/require-groups";
import {
  editSubscriber,
  noSubscriber,
  reactivateSubscriber,
  removeSubscriber,
  type EditCommand,
} from "#domain/newsletter/edit-subscriber";
import { frequencyCapSection } from "#domain/frequency-cap/frequency-cap-settings";
import { nextMarketing } from "#domain/newsletter/next-marketing";
import { quietHoursSection } from "#domain/quiet-hours/quiet-hours-settings";

import { endpoint, type Endpoint } from "../../endpoint.ts";
import { evidenceOf } from "../../consent-evidence.ts";
import { isoTime } from "../../response/iso-time.ts";
import { shownConsent } from "./subscriber-consents.ts";
import { common, shownPerson, type SubscriberDeps } from "./subscribers.ts";

/** GET, PATCH, DELETE of `/subscribers/{id}`. */
export function subscriberEndpoints(services: SubscriberDeps): Endpoint[] {
  const { subscriberRepository } = services;

  async function shown(id: number) {
    const subscriber = await subscriberRepository.find(id);
    if (!subscriber) throw noSubscriber(id);
    const history = await services.consentRepository.latest(subscriber.phone, null, limits.consentsShown);
    const next = nextMarketing(
      subscriber,
      subscriber.contacts,
      {
        hours: await services.readSettings(quietHoursSection),
        cap: await services.readSettings(frequencyCapSection),
        siteZone: services.timeZone(),
      },
      subscriber.at,
    );
    return {
      ...shownPerson(subscriber),
      suppressed: subscriber.suppressed,
      bounced_at: isoTime(subscriber.bouncedAt),
      next_marketing: {
        at: isoTime(next.at),
        held_for: next.heldFor,
        left: next.left,
        time_zones: [...next.zones],
      },
      history: history.map(shownConsent),
    };
  }

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
        const data = await shown(id);
        return { message: `The subscriber is ${data.state}.`, data };
      },
    }),
    endpoint<typeof subscriberChanges, EditCommand>({
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
        return { message: "Subscriber changed.", data: await shown(command.id) };
      },
    }),
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
          data: await shown(id),
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
      data: deletedSubscriber,
      errors: ["not_found"],
      async handle({ id }, context) {
        await removeSubscriber(services, id, evidenceOf(context));
        return { message: "Subscriber deleted.", data: { deleted: true, id } };
      },
    }),
  ];
}
