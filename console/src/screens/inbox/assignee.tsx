import { Button } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { TidingsError } from "tidings-client";

import { tidings } from "../../api/client.ts";
import { useSession } from "../../api/session.ts";
import { useCommands } from "../../commands/registry.ts";
import { announce } from "../../components/announce.tsx";
import { ErrorView } from "../../components/error-view.tsx";
import { toast } from "../../components/overlays/toast.ts";
import { rich } from "../../lib/rich.ts";
import { t } from "../../lib/translate.ts";
import classes from "./thread.module.css";
import type { ThreadData } from "./use-thread.ts";

export type AssigneeProps = {
  readonly number: string;
  readonly assignee: NonNullable<ThreadData["about"]>["assignee"];
};

export const assignedTo = ({ username }: { readonly username: string }, mine: boolean) =>
  mine ? t`Assigned to you` : rich`Assigned to ${<bdi>{username}</bdi>}`;

/** Who takes care of the thread, so that two people do not answer the same person. */
export function Assignee({ number, assignee }: AssigneeProps) {
  const queries = useQueryClient();
  const { principal } = useSession().user;
  const mine = assignee?.principal === principal;
  const assign = useMutation({
    mutationFn: async (to: "me" | "nobody") => {
      try {
        // A thread that is shown as free is not taken from a user who has just taken it. Who takes one over replaces
        // whoever has it by then.
        await tidings.assignInboxThread({ number, to, replace: assignee !== null && !mine });
        announce(to === "me" ? t`The thread is assigned to you.` : t`The thread is assigned to nobody.`);
      } catch (error) {
        if (!(error instanceof TidingsError && error.code === "conflict")) throw error;
        void toast({ message: t`Somebody else has just taken this thread.` });
      }
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ["inbox"] }),
  });
  const to = mine ? "nobody" : "me";
  const label = mine ? t`Unassign` : assignee ? t`Take over` : t`Assign to me`;
  const run = () => {
    if (!assign.isPending) assign.mutate(to);
  };
  useCommands([{ id: "assign-thread", label, keys: "a", icon: "person", run }]);
  return (
    <>
      <span className={classes.assignee}>
        {assignee && <span>{assignedTo(assignee, mine)}</span>}
        <Button
          size="compact-sm"
          variant="default"
          loading={assign.isPending}
          rightSection={<kbd>A</kbd>}
          onClick={run}
        >
          {label}
        </Button>
      </span>
      {assign.error && <ErrorView error={assign.error} title={t`Nothing was changed`} onRetry={run} />}
    </>
  );
}
