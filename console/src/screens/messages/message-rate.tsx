import { NumberInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";

import { tidings } from "../../api/client.ts";
import { useCommands } from "../../commands/registry.ts";
import { Form, FormActions, SubmitButton } from "../../components/form.tsx";
import { toast } from "../../components/overlays/toast.ts";
import { t } from "../../lib/translate.ts";
import { useApiForm } from "../../lib/use-api-form.ts";
import classes from "./messages.module.css";
import { isOver, type MessageDetail } from "./use-message.ts";

/** How fast the rest of it may leave. */
export function MessageRate({ message }: { readonly message: MessageDetail }) {
  const queries = useQueryClient();
  const { message_id: id, rate_per_minute: rate } = message;
  const form = useApiForm({
    initial: { rate_per_minute: rate ?? "" },
    submit: ({ rate_per_minute: value }) =>
      tidings.updateMessage({ id, rate_per_minute: value === "" ? null : Number(value) }),
    onDone: () => {
      void toast({ message: t`The new rate applies from the next texts on.` });
      void queries.invalidateQueries({ queryKey: ["messages"] });
    },
  });
  const details = useRef<HTMLDetailsElement>(null);
  const over = isOver(message.state);
  const open = () => {
    if (details.current) details.current.open = true;
    details.current?.querySelector("input")?.focus();
  };
  useCommands(over ? [] : [{ id: "message-rate", label: t`Change the rate`, keys: "s", run: open }]);
  if (over) return null;
  return (
    <details ref={details} className={classes.rate}>
      <summary>
        {t`Change the rate`} <kbd>S</kbd>
      </summary>
      <Form form={form} failure={t`The rate was not changed`} unsure={t`The rate may have been changed`}>
        <NumberInput
          label={t`Texts a minute at most`}
          description={t`The gateway's own limit applies as well.`}
          placeholder={t`as fast as the gateway allows`}
          allowDecimal={false}
          allowNegative={false}
          hideControls
          {...form.choice("rate_per_minute")}
        />
        <FormActions>
          <SubmitButton form={form}>{t`Set this rate`}</SubmitButton>
        </FormActions>
      </Form>
    </details>
  );
}
