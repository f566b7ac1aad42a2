import { PasswordInput, type PasswordInputProps } from "@mantine/core";

import { t } from "../lib/translate.ts";

/** The password of the signed-in user, once more, before an action that a stranger at the screen must not do. */
export function OwnPassword(props: Omit<PasswordInputProps, "label" | "description" | "autoComplete">) {
  return (
    <PasswordInput
      label={t`Your password`}
      description={t`To be sure that it is you.`}
      autoComplete="current-password"
      {...props}
    />
  );
}
