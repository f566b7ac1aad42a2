import { Button, TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import type { Operations } from "tidings-client";

import { tidings } from "../../api/client.ts";
import { Form } from "../../components/form.tsx";
import { t } from "../../lib/translate.ts";
import { useApiForm } from "../../lib/use-api-form.ts";
import { useAttemptKey } from "../../lib/use-attempt-key.ts";
import classes from "./gateways.module.css";
import { Outcome } from "./outcome.tsx";
import type { GatewayData } from "./use-gateways.ts";

type Result = Operations["testGateway"]["data"];

/** The stored gateway as it is: its credit, and a real text if a number is given. */
export function SendTest({ gateway }: { readonly gateway: GatewayData }) {
  const queries = useQueryClient();
  const attempt = useAttemptKey();
  const [result, setResult] = useState<Result | null>(null);
  const { name } = gateway;
  const off = gateway.health.state === "disabled";
  const form = useApiForm<{ to: string }, Result>({
    initial: { to: "" },
    submit: ({ to }) => {
      setResult(null);
      const input = { name, ...(to.trim() && { to: to.trim() }) };
      return tidings.testGateway(input, { idempotencyKey: attempt.keyFor(input) });
    },
    onDone: (tested) => {
      attempt.done();
      setResult(tested);
      void queries.invalidateQueries({ queryKey: ["status"] });
    },
  });
  const real = form.values.to.trim() !== "";
  return (
    <Form form={form} failure={t`The gateway was not tested`}>
      <TextInput
        label={t`Phone number`}
        description={t`Leave it empty to send nothing.`}
        type="tel"
        dir="ltr"
        placeholder="+49 151 23456789"
        {...form.field("to")}
      />
      <div className={classes.row}>
        <Button type="submit" variant="default" loading={form.pending} disabled={off}>
          {real ? t`Send 1 test text` : t`Test this gateway`}
        </Button>
        {off && <span className={classes.quiet}>{t`It is switched off: switch it on to test it.`}</span>}
      </div>
      {result && (
        <>
          <Outcome title={result.ok ? t`The gateway works` : t`Something is wrong`} steps={result.steps} />
          {result.message_id && (
            <Link to="/outbox" search={{ message_id: result.message_id }}>{t`Watch the test text arrive`}</Link>
          )}
        </>
      )}
    </Form>
  );
}
