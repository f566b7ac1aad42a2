import { Button } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";
import type { Schemas } from "tidings-client";

import { tidings } from "../../api/client.ts";
import { Form } from "../../components/form.tsx";
import { SaveBar } from "../../components/save-bar.tsx";
import { toast } from "../../components/overlays/toast.ts";
import { rich } from "../../lib/rich.ts";
import { t } from "../../lib/translate.ts";
import { useApiForm } from "../../lib/use-api-form.ts";
import classes from "./gateways.module.css";
import { SettingFields } from "./setting-fields.tsx";
import { givenSettings, initialSettings, type SettingValue } from "./setting-values.ts";
import { TrySettings } from "./try-settings.tsx";
import type { GatewayData, Kind } from "./use-gateways.ts";

/** The settings of a stored gateway as a form, those of the environment as they are. */
export function GatewaySettings({ gateway, kind }: { readonly gateway: GatewayData; readonly kind: Kind | undefined }) {
  if (gateway.managed_by === "environment" || !kind) {
    return (
      <div className={classes.paragraphs}>
        <p>{rich`This gateway is configured by ${<code>TIDINGS_GATEWAY</code>}, a setting of the service. Change it there and restart the service; what waits is kept.`}</p>
        <code className={classes.dsn} dir="ltr" translate="no">
          {gateway.dsn}
        </code>
        {kind && (
          <a href={kind.docs_url} target="_blank" rel="noreferrer">
            {t`All settings of ${kind.label}`}
          </a>
        )}
      </div>
    );
  }
  return <StoredSettings gateway={gateway} kind={kind} />;
}

/** What was last read or saved: the form's changes are changes of it. */
type Base = Pick<Schemas["StoredGateway"], "settings" | "secrets" | "version" | "updated_by">;

const baseOf = ({ settings, secrets, version }: GatewayData): Base => ({
  settings: settings ?? {},
  secrets: secrets ?? [],
  version: version ?? 1,
  updated_by: "",
});

function StoredSettings({ gateway, kind }: { readonly gateway: GatewayData; readonly kind: Kind }) {
  const queries = useQueryClient();
  const { name } = gateway;
  const [base, setBase] = useState(() => baseOf(gateway));
  // Fields of secrets close again when what they held is stored.
  const [round, setRound] = useState(0);
  const initial = initialSettings(kind.settings, base.settings);
  const form = useApiForm<Readonly<Record<string, SettingValue>>, Base>({
    initial,
    submit: (values) =>
      tidings.updateGateway({ name, settings: givenSettings(kind.settings, initial, values), version: base.version }),
    onDone: (saved) => {
      show(saved);
      void queries.invalidateQueries({ queryKey: ["gateways"] });
      void toast({ message: t`Saved. Texts that are on their way finish with the settings that they left with.` });
    },
  });
  const show = (next: Base) => {
    setBase(next);
    setRound((before) => before + 1);
    form.replace(initialSettings(kind.settings, next.settings));
  };
  const newer = (gateway.version ?? 0) > base.version;
  const follow = useEffectEvent(() => {
    if (newer && !form.dirty && !form.pending) show(baseOf(gateway));
  });
  useEffect(() => follow(), [gateway.version]);
  return (
    <Form form={form} failure={t`The settings were not saved`}>
      {newer && form.dirty && (
        <div className={classes.notice} role="note">
          <p>{t`Somebody else changed these settings meanwhile. What you typed is based on the older ones.`}</p>
          <Button variant="default" size="xs" onClick={() => show(baseOf(gateway))}>{t`Show the new settings`}</Button>
        </div>
      )}
      <SettingFields key={round} form={form} settings={kind.settings} stored={base.secrets} />
      <TrySettings
        of={{ name }}
        given={() => givenSettings(kind.settings, initial, form.values)}
        onIssues={form.fail}
      />
      <SaveBar form={form} action={t`Save the settings`} />
    </Form>
  );
}
