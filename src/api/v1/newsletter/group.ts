import { deletedGroup, groupChanges, groupData, groupPath, groupRemoval } from "#contract/groups";
import { DomainError, nameTaken } from "#domain/error";
import { counted } from "#lib/counted";
import { withPrefix } from "#lib/ids";

import { endpoint, type Endpoint } from "../../endpoint.ts";
import { evidenceOf } from "../../consent-evidence.ts";
import { common, shownGroup, type GroupDeps } from "./groups.ts";

/** GET, PATCH, DELETE of `/groups/{id}`. */
export function groupEndpoints({ groups }: Pick<GroupDeps, "groups">): Endpoint[] {
  return [
    endpoint({
      ...common,
      operationId: "getGroup",
      method: "GET",
      path: "/groups/{id}",
      summary: "Show a group",
      input: groupPath,
      data: groupData,
      errors: ["not_found"],
      async handle({ id }) {
        const group = await groups.find(id);
        if (!group) throw noGroup(id);
        return { message: `Group ${group.name}.`, data: shownGroup(group) };
      },
    }),
    endpoint({
      ...common,
      operationId: "updateGroup",
      method: "PATCH",
      path: "/groups/{id}",
      summary: "Change a group",
      description: "Only the parameters given are changed.",
      input: groupChanges,
      data: groupData,
      errors: ["not_found", "conflict"],
      async handle({ id, name, double_opt_in: doubleOptIn, code_texts: codeTexts, welcome_texts: welcomeTexts }) {
        const group = await groups.update(id, { name: name?.trim(), doubleOptIn, codeTexts, welcomeTexts });
        if (group === "not_found") throw noGroup(id);
        if (group === "name_taken") throw nameTaken(name!);
        return { message: `Group ${group.name} changed.`, data: shownGroup(group) };
      },
    }),
    endpoint({
      ...common,
      operationId: "deleteGroup",
      method: "DELETE",
      path: "/groups/{id}",
      summary: "Delete a group",
      description:
        "A group with members is deleted only with `force`; its members then leave it, and marketing that still waits for them as its members ends. A group that a schedule sends to alone cannot be deleted, and the conflict lists the schedules; nor can the last group, the one that people join by default.",
      input: groupRemoval,
      data: deletedGroup,
      errors: ["not_found", "conflict"],
      async handle({ id, force = false }, context) {
        const removal = await groups.remove(id, force, evidenceOf(context));
        switch (removal.kind) {
          case "not_found":
            throw noGroup(id);
          case "last_group":
            throw new DomainError("conflict", "This is the only group. Create another one first, or rename it.");
          case "has_members":
            throw new DomainError(
              "conflict",
              `The group has ${counted(removal.members, "member")}. Delete it with force=true to remove them from it.`,
              [],
              { members: removal.members },
            );
          case "scheduled":
            throw new DomainError("conflict", "Schedules send to this group alone. Cancel or delete them first.", [], {
              schedules: removal.schedules.map((one) => withPrefix("sch", one)),
            });
          case "removed":
            return { message: "Group deleted.", data: { deleted: true, id, members: removal.members } };
        }
      },
    }),
  ];
}

function noGroup(id: number): DomainError {
  return new DomainError("not_found", `There is no group ${id}.`);
}
