import { deletedSubscriber, subscriberChanges, subscriberDetail, subscriberPath } from "#contract/subscribers";
import { limits } from "#contract/limits";
import { unknownGroups } from "#domain/newsletter/require-groups";
import { editSubscriber, noSubscriber, removeSubscriber, type EditCommand } from "#domain/newsletter/edit-subscriber";

import { endpoint, type Endpoint } from "../../endpoint.ts";
import { common, shownPerson, type SubscriberDeps } from "./subscribers.ts";

/** GET, PATCH, DELETE of `/subscribers/{id}`. */
export function subscriberEndpoints(services: SubscriberDeps): Endpoint[] {
  const { subscriberRepository } = services;

  async function shown(id: number) {
    const subscriber = await subscriberRepository.find(id);
    if (!subscriber) throw noSubscriber(id);
    const history = await subscriberRepository.consents(id, limits.consentsShown);
    return {
      ...shownPerson(subscriber),
      suppressed: subscriber.suppressed,
      history: history.map(({ groupId, at, wordingVersion, ...consent }) => ({
        group_id: groupId,
        ...consent,
        wording_version: wordingVersion,
        at: new Date(at).toISOString(),
      })),
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
      errors: ["not_found", "not_in_this_state", "no_gateway"],
      async read(fields, { caller, ip }, issues) {
        const groups = fields.group_ids && [...new Set(fields.group_ids)];
        if (groups) issues.push(...unknownGroups("group_ids", groups, await services.groups.existing(groups)));
        return {
          id: fields.id!,
          name: fields.name?.trim(),
          customFields: fields.custom_fields,
          groups,
          doubleOptIn: fields.double_opt_in ?? null,
          evidence: { source: "api", actor: caller.principal, ip },
        };
      },
      async handle(command) {
        await editSubscriber(services, command);
        return { message: "Subscriber changed.", data: await shown(command.id) };
      },
    }),
    endpoint({
      ...common,
      operationId: "deleteSubscriber",
      method: "DELETE",
      path: "/subscribers/{id}",
      summary: "Delete a subscriber",
      description:
        "Removes the subscriber from all groups and deletes them with their consent history. A STOP remains in effect, and the log is kept: POST /privacy/delete erases a person from everything.",
      input: subscriberPath,
      data: deletedSubscriber,
      errors: ["not_found"],
      async handle({ id }, { caller, ip }) {
        await removeSubscriber(services, id, { source: "api", actor: caller.principal, ip });
        return { message: "Subscriber deleted.", data: { deleted: true, id } };
      },
    }),
  ];
}
