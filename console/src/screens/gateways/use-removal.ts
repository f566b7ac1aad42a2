import { useMutation, useQueryClient } from "@tanstack/react-query";

import { tidings } from "../../api/client.ts";
import { confirm } from "../../components/overlays/confirm.ts";
import { toast } from "../../components/overlays/toast.ts";
import { t } from "../../lib/translate.ts";
import { readGatewaysAgain } from "./use-gateways.ts";

/** Removes a stored gateway after saying what becomes of what waits for it. */
export function useRemoval(name: string, onDone?: () => void) {
  const queries = useQueryClient();
  const remove = useMutation({
    mutationFn: () => tidings.deleteGateway({ name }),
    onSuccess: () => {
      void toast({ message: t`Removed ${name}. Its receipts are still received for seven days.` });
      onDone?.();
    },
    onSettled: () => readGatewaysAgain(queries),
  });
  const confirmRemoval = async () => {
    const sure = await confirm({
      title: t`Remove the gateway ${name}?`,
      body: t`Nothing is sent through it any more. What waits takes the other gateways where the rules allow it. What only this one may send waits until it expires or until you choose another route; the list of gateways then says how much that is. Receipts are received for seven days. Its settings and secrets are deleted; this cannot be taken back, but switching it off can.`,
      action: t`Remove this gateway`,
      danger: true,
    });
    if (sure) remove.mutate();
  };
  return { confirm: () => void confirmRemoval(), pending: remove.isPending, error: remove.error };
}
