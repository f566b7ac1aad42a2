import { Button } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

import { tidings } from "../../api/client.ts";
import { useCan } from "../../api/session.ts";
import { useCommands } from "../../commands/registry.ts";
import { confirm } from "../../components/overlays/confirm.ts";
import { ErrorView } from "../../components/error-view.tsx";
import { useFilterState } from "../../components/filters/filters.tsx";
import { toast } from "../../components/overlays/toast.ts";
import { t } from "../../lib/translate.ts";
import type { Entry } from "./entry-details.tsx";

const resendable = ["failed", "undelivered", "expired", "canceled", "unknown"];

/** Sends the same text to the same person once more, where that makes sense. */
export function Resend({ entry }: { readonly entry: Entry }) {
  const can = useCan();
  const queries = useQueryClient();
  const [, change] = useFilterState();
  // The same key for every attempt to resend this entry: a second press sends no second message.
  const [key] = useState(() => crypto.randomUUID());
  const resend = useMutation({
    mutationFn: () =>
      tidings.resendOutboxEntry(
        { id: entry.id, ...(entry.state === "unknown" && { confirm_duplicate: true }) },
        { idempotencyKey: `${key}-${entry.id}` },
      ),
    onSuccess: async (sent) => {
      await queries.invalidateQueries({ queryKey: ["outbox"] });
      change({ entry: sent.id });
      void toast({ message: t`Sent once more. This is the new delivery.` });
    },
  });
  const confirmResend = async () => {
    const sure = entry.state !== "unknown" || (await mayDouble());
    if (sure) resend.mutate();
  };
  const offered =
    resendable.includes(entry.state) && entry.category !== "otp" && !entry.resent_as && can("svc_sendsms");
  const label = t`Send it again to this person`;
  useCommands(
    offered && !resend.isPending
      ? [{ id: "resend", label, keys: "r", icon: "send", inDrawer: true, run: () => void confirmResend() }]
      : [],
  );
  if (!offered) return null;
  return (
    <>
      {resend.error && <ErrorView error={resend.error} title={t`It was not sent again`} />}
      <Button loading={resend.isPending} rightSection={<kbd>R</kbd>} onClick={() => void confirmResend()}>
        {label}
      </Button>
    </>
  );
}

function mayDouble(): Promise<boolean> {
  return confirm({
    title: t`This person may get the text twice`,
    body: t`The provider did not say whether it took the first one. If it did, the person receives the same text a second time.`,
    action: t`Send it again`,
    keep: t`Leave it`,
  });
}
