import { Button } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";

import { tidings } from "../../api/client.ts";
import { useCommands } from "../../commands/registry.ts";
import { confirm, typedFrom } from "../../components/overlays/confirm.ts";
import { ErrorView } from "../../components/error-view.tsx";
import { Icon } from "../../components/icon.tsx";
import { toast } from "../../components/overlays/toast.ts";
import { count } from "../../lib/format.ts";
import { plural, t } from "../../lib/translate.ts";
import { isOver, type MessageDetail } from "./use-message.ts";
import { WriteAgain } from "./write-again.tsx";

/** Pause, resume and cancel; afterwards, write it again. */
export function MessageActions({ message }: { readonly message: MessageDetail }) {
  const queries = useQueryClient();
  const { message_id: id, state } = message;
  const act = useMutation({
    mutationFn: (what: "pause" | "resume") =>
      what === "pause" ? tidings.pauseMessage({ id }) : tidings.resumeMessage({ id }),
    onSettled: () => queries.invalidateQueries({ queryKey: ["messages"] }),
  });
  const cancel = useMutation({
    mutationFn: () => tidings.cancelMessage({ id }),
    onSuccess: () => toast({ message: t`Canceled. What has left cannot be taken back; nobody else gets it.` }),
    onSettled: () => queries.invalidateQueries({ queryKey: ["messages"] }),
  });
  const pausable = state === "running" || state === "resolving";
  const confirmCancel = async () => {
    const { pending, done } = message.progress;
    const sure = await confirm({
      title: t`Stop this message for good?`,
      body: [
        plural(
          done,
          "# person has been sent it or will not get it any more.",
          "# people have been sent it or will not get it any more.",
        ),
        plural(
          pending,
          "# person still waits for it and would get nothing.",
          "# people still wait for it and would get nothing.",
        ),
        t`This cannot be taken back; pausing can.`,
      ].join(" "),
      action: plural(pending, "Cancel # text", "Cancel # texts"),
      keep: t`Leave it as it is`,
      danger: true,
      ...(pending >= typedFrom && { typed: count(pending) }),
    });
    if (sure) cancel.mutate();
  };
  const idle = !act.isPending;
  // Two keys: the second press of one that does both would undo the first.
  useCommands([
    ...(pausable && idle
      ? [{ id: "pause-message", label: t`Pause this message`, keys: "p", run: () => act.mutate("pause") }]
      : []),
    ...(isOver(state) || cancel.isPending
      ? []
      : [{ id: "cancel-message", label: t`Cancel this message`, keys: "c", run: () => void confirmCancel() }]),
    ...(state === "paused" && idle
      ? [{ id: "resume-message", label: t`Resume this message`, keys: "r", run: () => act.mutate("resume") }]
      : []),
  ]);
  if (isOver(state)) return <WriteAgain message={message} />;
  const failure = act.error ?? cancel.error;
  return (
    <>
      {failure && <ErrorView error={failure} title={t`Nothing was changed`} />}
      {pausable && (
        <Button
          variant="default"
          loading={act.isPending}
          leftSection={<Icon name="pause" size={14} />}
          rightSection={<kbd>P</kbd>}
          onClick={() => act.mutate("pause")}
        >{t`Pause`}</Button>
      )}
      {state === "paused" && (
        <Button
          loading={act.isPending}
          rightSection={<kbd>R</kbd>}
          onClick={() => act.mutate("resume")}
        >{t`Resume`}</Button>
      )}
      <Button
        variant="default"
        loading={cancel.isPending}
        rightSection={<kbd>C</kbd>}
        onClick={() => void confirmCancel()}
      >{t`Cancel`}</Button>
    </>
  );
}
