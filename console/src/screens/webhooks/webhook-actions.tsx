import { Button } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";

import { tidings } from "../../api/client.ts";
import { useOptimistic } from "../../api/use-optimistic.ts";
import { useCommands } from "../../commands/registry.ts";
import { confirm } from "../../components/overlays/confirm.ts";
import { DeleteButton } from "../../components/delete-button.tsx";
import { ErrorView } from "../../components/error-view.tsx";
import { useFilterState } from "../../components/filters/filters.tsx";
import { Icon } from "../../components/icon.tsx";
import { toast } from "../../components/overlays/toast.ts";
import { t } from "../../lib/translate.ts";
import { useAttemptKey } from "../../lib/use-attempt-key.ts";
import { RotateSecret } from "./rotate-secret.tsx";
import type { WebhookData } from "./use-webhooks.ts";

/** Test, secret, on and off, removal. */
export function WebhookActions({ webhook }: { readonly webhook: WebhookData }) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [values, change] = useFilterState();
  const attempt = useAttemptKey();
  const { id, enabled, url } = webhook;
  const refresh = async () => {
    await queries.invalidateQueries({ queryKey: ["webhooks"] });
    await queries.invalidateQueries({ queryKey: ["status"] });
  };
  const test = useMutation({
    mutationFn: () => tidings.testWebhook({ id }, { idempotencyKey: attempt.keyFor(id) }),
    onSuccess: (delivery) => {
      attempt.done();
      change({ delivery: delivery.id });
    },
    onSettled: refresh,
  });
  const toggle = useOptimistic({
    queryKey: ["webhooks", "one", id],
    update: (shown: WebhookData, on: boolean) => ({
      ...shown,
      enabled: on,
      disabled_reason: on ? null : ("switched_off" as const),
    }),
    send: (on) => tidings.updateWebhook({ id, enabled: on }),
    alsoChanged: ["status"],
    onSuccess: (on) => {
      void toast({
        message: on ? t`The webhook is on. What waited is sent now.` : t`The webhook is off. Events wait.`,
        ...(!on && { undo: () => toggle.mutate(true) }),
      });
    },
  });
  const remove = useMutation({
    mutationFn: () => tidings.deleteWebhook({ id }),
    onSuccess: async () => {
      void toast({ message: t`Removed the webhook ${url}.` });
      await navigate({ to: "/webhooks", replace: true });
      queries.removeQueries({ queryKey: ["webhooks", "one", id] });
      await refresh();
    },
  });
  const confirmRemove = async () => {
    const sure = await confirm({
      title: t`Remove this webhook?`,
      body: t`Events that wait for it are dropped, and the list of its calls is deleted. This cannot be taken back; switching it off can.`,
      action: t`Remove this webhook`,
      danger: true,
    });
    if (sure) remove.mutate();
  };
  const rotate = () => change({ rotate: true });
  useCommands([
    { id: "test-webhook", label: t`Send a test event`, keys: "t", icon: "send", run: () => test.mutate() },
    { id: "rotate-secret", label: t`Replace the signing secret`, keys: "s", icon: "key", run: rotate },
    {
      id: "toggle-webhook",
      label: enabled ? t`Switch this webhook off` : t`Switch this webhook on`,
      keys: "o",
      run: () => toggle.mutate(!enabled),
    },
    { id: "remove-webhook", label: t`Remove this webhook`, keys: "d", icon: "trash", run: () => void confirmRemove() },
  ]);
  const failure = test.error ?? toggle.error ?? remove.error;
  return (
    <>
      {failure && <ErrorView error={failure} title={t`Nothing was changed`} />}
      <Button
        variant={enabled ? "filled" : "default"}
        loading={test.isPending}
        leftSection={<Icon name="send" size={14} />}
        rightSection={<kbd>T</kbd>}
        onClick={() => test.mutate()}
      >{t`Send 1 test event`}</Button>
      <Button
        variant="default"
        leftSection={<Icon name="key" size={14} />}
        rightSection={<kbd>S</kbd>}
        onClick={rotate}
      >{t`Replace the secret`}</Button>
      <Button
        variant={enabled ? "default" : "filled"}
        rightSection={<kbd>O</kbd>}
        onClick={() => toggle.mutate(!enabled)}
      >
        {enabled ? t`Switch off` : t`Switch on`}
      </Button>
      <DeleteButton label={t`Remove`} pending={remove.isPending} onClick={() => void confirmRemove()} />
      <RotateSecret id={id} opened={values["rotate"] === true} onClose={() => change({ rotate: undefined })} />
    </>
  );
}
