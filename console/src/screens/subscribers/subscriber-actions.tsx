import { Button } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";

import { tidings } from "../../api/client.ts";
import { useCan } from "../../api/session.ts";
import { confirm } from "../../components/confirm.ts";
import { ErrorView } from "../../components/error-view.tsx";
import { Icon } from "../../components/icon.tsx";
import { toast } from "../../components/toast.ts";
import { t } from "../../lib/translate.ts";
import type { Person } from "./subscriber-facts.tsx";
import classes from "./subscribers.module.css";

/** What was sent to the person, and the end of an unreachable number or of the subscription. */
export function SubscriberActions({ person }: { readonly person: Person }) {
  const can = useCan();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { id, mobile } = person;
  const name = person.name || mobile;
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
      await navigate({ to: "/subscribers" as string });
      queries.removeQueries({ queryKey: ["subscribers", "one", `${id}`] });
      await refresh();
    },
  });
  const askRemove = async () => {
    const sure = await confirm({
      title: t`Delete ${name}?`,
      body: t`This person leaves all groups and is gone from this list. What they agreed to, a STOP and the log of what was sent stay. This cannot be taken back.`,
      action: t`Delete this person`,
      danger: true,
    });
    if (sure) remove.mutate();
  };
  const failure = reactivate.error ?? remove.error;
  return (
    <>
      {failure && <ErrorView error={failure} title={t`Nothing was changed`} />}
      {can("svc_outbox") && (
        <Link
          className={classes.sent}
          to={"/outbox" as string}
          search={{ recipient: mobile } as never}
        >{t`Everything sent to this number`}</Link>
      )}
      {person.bounced_at && (
        <Button
          variant="default"
          loading={reactivate.isPending}
          onClick={() => reactivate.mutate()}
        >{t`Try this number again`}</Button>
      )}
      <Button
        variant="default"
        loading={remove.isPending}
        leftSection={<Icon name="trash" size={14} />}
        onClick={() => void askRemove()}
      >{t`Delete`}</Button>
    </>
  );
}
