import { TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import type { Operations } from "tidings-client";

import { tidings } from "../../api/client.ts";
import { sessionQuery } from "../../api/session.ts";
import { Form } from "../../components/form.tsx";
import { LanguageSelect } from "../../components/language-select.tsx";
import { SaveBar } from "../../components/save-bar.tsx";
import { toast } from "../../components/overlays/toast.ts";
import { t } from "../../lib/translate.ts";
import { useApiForm } from "../../lib/use-api-form.ts";

type Own = Operations["getCurrentUser"]["data"];

export function Details({ user }: { readonly user: Own }) {
  const queries = useQueryClient();
  const form = useApiForm({
    initial: { name: user.name, email: user.email, phone: user.phone ?? "", locale: user.locale },
    submit: (_, changed) => tidings.updateCurrentUser(changed),
    onDone: (changed) => {
      queries.setQueryData(["users", "me"], changed);
      void queries.invalidateQueries({ queryKey: sessionQuery.queryKey });
      void toast({ message: t`Your profile is saved.` });
    },
  });
  return (
    <>
      <Form form={form} failure={t`Your profile was not saved`}>
        <TextInput label={t`Name`} autoComplete="name" dir="auto" {...form.field("name")} />
        <TextInput label={t`E-mail`} type="email" autoComplete="email" dir="ltr" {...form.field("email")} />
        <TextInput
          label={t`Phone number`}
          description={t`With + and the country. Messages to the users of this site go here.`}
          type="tel"
          autoComplete="tel"
          dir="ltr"
          {...form.field("phone")}
        />
        <LanguageSelect {...form.choice("locale")} />
      </Form>
      <SaveBar form={form} action={t`Save your profile`} />
    </>
  );
}
