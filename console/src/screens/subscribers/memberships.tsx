import { ActionIcon, Button } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";

import { tidings } from "../../api/client.ts";
import { useCommands } from "../../commands/registry.ts";
import { confirm } from "../../components/overlays/confirm.ts";
import { ErrorView } from "../../components/error-view.tsx";
import { useFilterState } from "../../components/filters/filters.tsx";
import { Icon } from "../../components/icon.tsx";
import { Panel } from "../../components/panel.tsx";
import { StateBadge } from "../../components/state-badge.tsx";
import { toast } from "../../components/overlays/toast.ts";
import { openedOnDemand } from "../../lib/on-demand.ts";
import { t, term } from "../../lib/translate.ts";
import { nameOf, type Person } from "./subscriber-facts.tsx";
import classes from "./subscribers.module.css";

const AddToGroup = openedOnDemand(async () => (await import("./add-to-group.tsx")).AddToGroup);

type Group = Person["groups"][number];

const words = { active: t`Member`, pending: t`Not confirmed`, left: term("Left", "group") };

/** The person's groups, those that they left last; joining and leaving them. */
export function Memberships({ person }: { readonly person: Person }) {
  const [values, change] = useFilterState();
  const { pending, error, confirmLeave } = useLeave(person);
  const add = () => change({ open: "group" });
  const sorted = person.groups.toSorted((one, other) => Number(one.state === "left") - Number(other.state === "left"));
  const present = sorted.filter(({ state }) => state !== "left");
  useCommands([
    ...(person.suppressed
      ? []
      : [{ id: "add-to-group", label: t`Add this person to a group`, keys: "a", icon: "plus" as const, run: add }]),
    ...present.map((group) => ({
      id: `leave-group-${group.id}`,
      label: t`Remove this person from ${group.name}`,
      icon: "minus" as const,
      run: () => void confirmLeave(group),
    })),
  ]);
  return (
    <Panel
      title={t`Groups`}
      actions={
        !person.suppressed && (
          <Button
            variant="default"
            size="xs"
            leftSection={<Icon name="plus" size={14} />}
            rightSection={<kbd>A</kbd>}
            onClick={add}
          >{t`Add to a group`}</Button>
        )
      }
    >
      {error && <ErrorView error={error} title={t`Nothing was changed`} />}
      {sorted.length === 0 && <p className={classes.nothing}>{t`This person is in no group.`}</p>}
      {sorted.length > 0 && (
        <ul className={classes.memberships}>
          {sorted.map((group) => (
            <li key={group.id}>
              <Link to="/subscribers" search={{ group_id: group.id }}>
                <bdi>{group.name}</bdi>
              </Link>
              <StateBadge of="subscriber" state={group.state} label={words[group.state]} />
              {group.state !== "left" && (
                <ActionIcon
                  variant="subtle"
                  aria-label={t`Remove this person from ${group.name}`}
                  title={t`Remove this person from ${group.name}`}
                  loading={pending === group.id}
                  onClick={() => void confirmLeave(group)}
                >
                  <Icon name="minus" size={14} />
                </ActionIcon>
              )}
            </li>
          ))}
        </ul>
      )}
      {person.suppressed && (
        <p className={classes.below}>{t`This number is suppressed: lift that before you add it to a group.`}</p>
      )}
      <AddToGroup
        person={person}
        opened={values["open"] === "group" && !person.suppressed}
        onClose={() => change({ open: undefined })}
      />
    </Panel>
  );
}

/** The end of one membership. Other groups stay as they are, whatever they are by then. */
function useLeave(person: Person) {
  const queries = useQueryClient();
  const { mobile } = person;
  const leave = useMutation({
    mutationFn: ({ id }: Group) => tidings.unsubscribe({ mobile, group_id: [id] }),
    onSuccess: (_left, { name }) => toast({ message: t`${nameOf(person)} is not in ${name} any more.` }),
    onSettled: () => queries.invalidateQueries({ queryKey: ["subscribers"] }),
  });
  const confirmLeave = async (group: Group) => {
    const sure = await confirm({
      title: t`Remove ${nameOf(person)} from ${group.name}?`,
      body: t`They get nothing more that is sent to this group. It is recorded with their consent, and adding them again needs a new one.`,
      action: t`Remove 1 person`,
      danger: true,
    });
    if (sure) leave.mutate(group);
  };
  return { pending: leave.isPending ? leave.variables.id : undefined, error: leave.error, confirmLeave };
}
