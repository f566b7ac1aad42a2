import { Button } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { TidingsError } from "tidings-client";

import { tidings } from "../../api/client.ts";
import { ErrorView } from "../../components/error-view.tsx";
import { t } from "../../lib/translate.ts";
import classes from "./gateways.module.css";
import { Outcome } from "./outcome.tsx";
import type { Given } from "./setting-values.ts";

export type TrySettingsProps = {
  /** Adapter, or the stored gateway whose settings count where none are given. */
  readonly of: { readonly kind: string } | { readonly name: string };
  readonly given: () => Given;
  /** What the API says about single settings. */
  readonly onIssues: (error: unknown) => void;
};

/** Queries the provider with the settings in the form. Nothing is sent or stored. */
export function TrySettings({ of, given, onIssues }: TrySettingsProps) {
  const attempt = useMutation({
    mutationFn: () => tidings.testGatewaySettings({ ...of, settings: given() }),
    onMutate: () => onIssues(null),
    onError: onIssues,
  });
  return (
    <div className={classes.paragraphs}>
      <div className={classes.row}>
        <Button
          variant="default"
          loading={attempt.isPending}
          onClick={() => attempt.mutate()}
        >{t`Test these settings`}</Button>
        <span
          className={classes.quiet}
        >{t`The provider is asked for the credit. Nothing is sent, nothing is stored.`}</span>
      </div>
      {attempt.error instanceof TidingsError && Object.keys(attempt.error.params).length > 0 ? (
        <p
          role="alert"
          className={classes.wrong}
        >{t`The settings are not complete: what is missing or wrong is marked at the fields.`}</p>
      ) : (
        attempt.error !== null && <ErrorView error={attempt.error} title={t`The settings were not tested`} />
      )}
      {attempt.data && !attempt.isPending && (
        <Outcome
          title={attempt.data.ok ? t`The settings work` : t`The settings do not work yet`}
          steps={attempt.data.steps}
        />
      )}
    </div>
  );
}
