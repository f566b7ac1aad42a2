import { Button } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";

import { tidings } from "../../api/client.ts";
import { useCommands } from "../../commands/registry.ts";
import { confirm } from "../../components/overlays/confirm.ts";
import { ErrorView } from "../../components/error-view.tsx";
import { toast } from "../../components/overlays/toast.ts";
import { t } from "../../lib/translate.ts";
import classes from "./thread.module.css";

export type DoubtProps = {
  readonly number: string;
  readonly who: string;
  /** The suppressions that wait for the decision. */
  readonly entries: readonly { readonly id: number }[];
};

/** A reply that may ask to stop: until a user decides, marketing to this person waits. */
export function Doubt({ number, who, entries }: DoubtProps) {
  const queries = useQueryClient();
  const decide = useMutation({
    mutationFn: async (what: "stop" | "go on") => {
      if (what === "stop") {
        await tidings.createSuppression({ number, kind: "opt_out", reason: t`They asked for it in a reply.` });
      } else {
        const reason = t`Their reply was read: it does not ask to stop.`;
        for (const { id } of entries) await tidings.liftSuppression({ id: `${id}`, reason });
      }
    },
    onSuccess: (_done, what) =>
      toast({ message: what === "stop" ? t`${who} gets nothing any more.` : t`${who} gets texts as before.` }),
    onSettled: () => queries.invalidateQueries({ queryKey: ["inbox"] }),
  });
  const confirmOptOut = async () => {
    const sure = await confirm({
      title: t`Opt ${who} out?`,
      body: t`They leave all groups, and nothing is sent to them any more, not even what is waiting. Only they can take it back, by writing START.`,
      action: t`Opt 1 person out`,
      keep: t`Decide later`,
      danger: true,
    });
    if (sure) decide.mutate("stop");
  };
  useCommands(
    decide.isPending
      ? []
      : [
          {
            id: "doubt-yes",
            label: t`They asked to stop: opt them out`,
            keys: "y",
            icon: "ban",
            run: () => void confirmOptOut(),
          },
          {
            id: "doubt-no",
            label: t`They did not ask to stop`,
            icon: "check",
            run: () => decide.mutate("go on"),
          },
        ],
  );
  return (
    <div className={classes.doubt} role="group" aria-label={t`A decision is needed`}>
      {decide.error && <ErrorView error={decide.error} title={t`Nothing was changed`} />}
      <p>
        <strong>{t`Did they ask to stop?`}</strong>{" "}
        {t`A reply can be read that way. Marketing to them waits until you decide.`}
      </p>
      <div className={classes.choices}>
        <Button
          size="xs"
          variant="default"
          disabled={decide.isPending}
          rightSection={<kbd>Y</kbd>}
          onClick={() => void confirmOptOut()}
        >{t`Yes, opt them out`}</Button>
        <Button
          size="xs"
          variant="default"
          loading={decide.isPending}
          onClick={() => decide.mutate("go on")}
        >{t`No, they did not`}</Button>
      </div>
    </div>
  );
}
