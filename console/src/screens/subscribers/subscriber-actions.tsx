import { Button } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";

import { tidings } from "../../api/client.ts";
import { useCommands } from "../../commands/registry.ts";
import { confirm } from "../../components/overlays/confirm.ts";
import { DeleteButton } from "../../components/delete-button.tsx";
import { ErrorView } from "../../components/error-view.tsx";
import { useFilterState } from "../../components/filters/filters.tsx";
import { Icon } from "../../components/icon.tsx";
import { toast } from "../../components/overlays/toast.ts";
import { WriteTo } from "../../components/write-to.tsx";
import { openedOnDemand } from "../../lib/on-demand.ts";
import { t } from "../../lib/translate.ts";
import { OptOut } from "./opt-out.tsx";
import { nameOf, type Person } from "./subscriber-facts.tsx";

const ChangePerson = openedOnDemand(async () => (await import("./change-person.tsx")).ChangePerson);

/** What can be done with the person: write to them, change them, and end an unreachable number or the subscription. */
export function SubscriberActions({ person }: { readonly person: Person }) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [values, change] = useFilterState();
  const { id, suppressed } = person;
  const name = nameOf(person);
  const refresh = () => queries.invalidateQueries({ queryKey: ["subscribers"] });
  const reactivate = useMutation({
    mutationFn: () => tidings.reactivateSubscriber({ id }),
    onSuccess: () => toast({ message: t`${name} gets the newsletter again.` }),
    onSettled: refresh,
  });
  const remove = useMutation({
    mutationFn: () => tidings.deleteSubscriber({ id }),
    onSuccess: async () => {
      void toast({ message: t`${name} was deleted.` });
      await navigate({ to: "/subscribers" });
      queries.removeQueries({ queryKey: ["subscribers", "one", `${id}`] });
      await refresh();
    },
  });
  const confirmRemove = async () => {
    const sure = await confirm({
      title: t`Delete ${name}?`,
      body: t`This person leaves all groups and is gone from this list. What they agreed to, a STOP and the log of what was sent stay. This cannot be taken back.`,
      action: t`Delete this person`,
      danger: true,
    });
    if (sure) remove.mutate();
  };
  const edit = () => change({ open: "edit" });
  const optOut = () => change({ open: "opt-out" });
  const close = () => change({ open: undefined });
  useCommands([
    { id: "change-person", label: t`Change this person`, keys: "e", icon: "edit", run: edit },
    ...(suppressed
      ? []
      : [{ id: "opt-out", label: t`Opt this person out`, keys: "o", icon: "ban" as const, run: optOut }]),
    ...(person.bounced_at
      ? [{ id: "reactivate", label: t`Try this number again`, keys: "t", run: () => reactivate.mutate() }]
      : []),
    { id: "delete-person", label: t`Delete this person`, keys: "d", icon: "trash", run: () => void confirmRemove() },
  ]);
  const failure = reactivate.error ?? remove.error;
  return (
    <>
      {failure && <ErrorView error={failure} title={t`Nothing was changed`} />}
      {!suppressed && <WriteTo to={{ subscriber: id }} name={name} />}
      {person.bounced_at && (
        <Button
          variant="default"
          loading={reactivate.isPending}
          rightSection={<kbd>T</kbd>}
          onClick={() => reactivate.mutate()}
        >{t`Try this number again`}</Button>
      )}
      <Button
        variant="default"
        leftSection={<Icon name="edit" size={14} />}
        rightSection={<kbd>E</kbd>}
        onClick={edit}
      >{t`Change`}</Button>
      {!suppressed && (
        <Button
          variant="default"
          leftSection={<Icon name="ban" size={14} />}
          rightSection={<kbd>O</kbd>}
          onClick={optOut}
        >{t`Opt out`}</Button>
      )}
      <DeleteButton label={t`Delete`} pending={remove.isPending} onClick={() => void confirmRemove()} />
      <ChangePerson person={person} opened={values["open"] === "edit"} onClose={close} />
      <OptOut person={person} opened={values["open"] === "opt-out" && !suppressed} onClose={close} />
    </>
  );
}
