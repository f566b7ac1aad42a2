import { useMutation, useQueryClient } from "@tanstack/react-query";

import { tidings } from "../../../api/client.ts";
import { useSubscriber } from "../../../api/use-subscriber.ts";
import { announce } from "../../../components/announce.tsx";
import { t } from "../../../lib/translate.ts";
import { findCode } from "./find-code.ts";
import type { PhonePanelProps } from "./phone-panel.tsx";
import type { SandboxText } from "./use-sandbox-texts.ts";

/**
 * Enters the code of the newest text where the person would, on the page of the form: a code that is sent by text
 * confirms nothing. `code` is null where there is none, or nothing waits for one.
 */
export function useConfirmation(number: string, newest: SandboxText | undefined, attempt: PhonePanelProps["attempt"]) {
  const queries = useQueryClient();
  const waits = useSubscriber(number)?.groups.some(({ state }) => state === "pending") ?? false;
  const confirm = useMutation({
    mutationFn: (input: { readonly mobile: string; readonly activation: string }) =>
      tidings.verifySubscription(input, { idempotencyKey: attempt.keyFor(input) }),
    onSuccess: async () => {
      attempt.done();
      announce(t`The subscription is confirmed.`);
      await Promise.all(["sandbox", "subscribers"].map((topic) => queries.invalidateQueries({ queryKey: [topic] })));
    },
  });
  return { code: waits && newest ? findCode(newest.body) : null, confirm };
}
