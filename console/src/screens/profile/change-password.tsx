import { PasswordInput } from "@mantine/core";
import { useState } from "react";

import { tidings } from "../../api/client.ts";
import { useSession } from "../../api/session.ts";
import { Form, FormActions, SubmitButton } from "../../components/form.tsx";
import { toast } from "../../components/overlays/toast.ts";
import { t } from "../../lib/translate.ts";
import { useApiForm } from "../../lib/use-api-form.ts";
import classes from "./profile.module.css";

/** Begins empty again after each change. */
export function ChangePassword() {
  const [times, setTimes] = useState(0);
  return <PasswordForm key={times} onChanged={() => setTimes((before) => before + 1)} />;
}

function PasswordForm({ onChanged }: { readonly onChanged: () => void }) {
  const { user } = useSession();
  const form = useApiForm({
    initial: { current: "", next: "" },
    submit: (values) => tidings.changeOwnPassword(values),
    onDone: () => {
      void toast({ message: t`Your password is changed, and your other sessions have ended.` });
      onChanged();
    },
  });
  return (
    <Form form={form} failure={t`Your password was not changed`}>
      {/* Without it a password manager may file the new password without a name, or under another one. */}
      <input type="text" name="username" autoComplete="username" value={user.username} readOnly hidden />
      <PasswordInput label={t`Current password`} autoComplete="current-password" {...form.field("current")} />
      <PasswordInput
        label={t`New password`}
        description={t`At least 12 characters: several words are easy to keep.`}
        autoComplete="new-password"
        {...form.field("next")}
      />
      <p
        className={classes.quiet}
      >{t`Wherever else you are signed in, you are signed out. Application passwords stay.`}</p>
      <FormActions>
        <SubmitButton form={form}>{t`Change the password`}</SubmitButton>
      </FormActions>
    </Form>
  );
}
