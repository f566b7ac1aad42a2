import { Checkbox, TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { TidingsError } from "tidings-client";

import { tidings } from "../../api/client.ts";
import { useSession } from "../../api/session.ts";
import { Form, FormActions, SubmitButton } from "../../components/form.tsx";
import { useLeaveGuard } from "../../components/leave-guard.ts";
import { toast } from "../../components/overlays/toast.ts";
import { t } from "../../lib/translate.ts";
import { useApiForm } from "../../lib/use-api-form.ts";
import { useAttemptKey } from "../../lib/use-attempt-key.ts";
import classes from "./gateways.module.css";
import { SettingFields } from "./setting-fields.tsx";
import { givenSettings, initialSettings, type SettingValue } from "./setting-values.ts";
import { TrySettings } from "./try-settings.tsx";
import { useGo } from "./use-go.ts";
import type { Kind } from "./use-gateways.ts";

type Values = Readonly<Record<string, SettingValue>>;

/** The account at the provider. It is tested before it is stored, and stored before it sends anything. */
export function NewGatewayForm({ kind, taken }: { readonly kind: Kind; readonly taken: readonly string[] }) {
  const queries = useQueryClient();
  const go = useGo();
  const attempt = useAttemptKey();
  const { sandbox } = useSession().site;
  const [initial] = useState<Values>(() => ({
    ...initialSettings(kind.settings),
    name: freeName(kind.kind, taken),
    in_default_route: true,
  }));
  const given = (values: Values) => givenSettings(kind.settings, initial, values);
  const form = useApiForm<Values, string>({
    initial,
    submit: async (values) => {
      const name = String(values["name"]).trim();
      const input = {
        name,
        kind: kind.kind,
        settings: given(values),
        in_default_route: values["in_default_route"] === true,
      };
      try {
        await tidings.createGateway(input, { idempotencyKey: attempt.keyFor(input) });
      } catch (error) {
        // The reply to an earlier attempt was lost; it did the work.
        if (!(error instanceof TidingsError && error.code === "already_created")) throw error;
      }
      return name;
    },
    onDone: (name) => {
      void queries.invalidateQueries({ queryKey: ["gateways"] });
      void queries.invalidateQueries({ queryKey: ["session"] });
      void toast({ message: t`Added ${name}. Send a text to your own phone to see it work.` });
      go(`/gateways/${encodeURIComponent(name)}`, { ignoreBlocker: true });
    },
  });
  useLeaveGuard(form.dirty);
  return (
    <Form form={form} failure={t`The gateway was not added`}>
      <TextInput
        label={t`Name`}
        description={t`Small letters and digits. It stands in the log and in rules, and cannot be changed later.`}
        autoComplete="off"
        spellCheck={false}
        dir="ltr"
        {...form.field("name")}
        value={String(form.values["name"])}
      />
      <SettingFields form={form} settings={kind.settings} />
      <Checkbox
        label={t`Use it for every message`}
        description={
          sandbox
            ? t`From then on messages reach real phones. Otherwise it sends only messages that name it, such as a test.`
            : t`Otherwise it sends only messages that name it, such as a test.`
        }
        {...form.checkbox("in_default_route")}
      />
      <TrySettings of={{ kind: kind.kind }} given={() => given(form.values)} onIssues={form.fail} />
      <FormActions>
        <SubmitButton form={form}>{t`Add this gateway`}</SubmitButton>
      </FormActions>
      <p className={classes.quiet}>{t`Secrets are stored encrypted, and no page and no call shows them again.`}</p>
    </Form>
  );
}

/** The adapter's id, with a number where that is taken. */
function freeName(kind: string, taken: readonly string[]): string {
  for (let number = 1; ; number++) {
    const name = number === 1 ? kind : `${kind}-${number}`;
    if (!taken.includes(name)) return name;
  }
}
