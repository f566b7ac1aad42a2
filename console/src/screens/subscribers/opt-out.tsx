import { TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";

import { tidings } from "../../api/client.ts";
import { Drawer } from "../../components/overlays/drawer.tsx";
import { Form, FormActions, SubmitButton } from "../../components/form.tsx";
import { toast } from "../../components/overlays/toast.ts";
import { t } from "../../lib/translate.ts";
import { useApiForm } from "../../lib/use-api-form.ts";
import { nameOf, type Person } from "./subscriber-facts.tsx";
import classes from "./subscribers.module.css";

type OptOutProps = { readonly person: Person; readonly opened: boolean; readonly onClose: () => void };

/** Confirms the opt-out of a person and requests the reason, for later reference. */
export function OptOut({ person, opened, onClose }: OptOutProps) {
  return (
    <Drawer title={t`Opt ${nameOf(person)} out?`} opened={opened} onClose={onClose} width={440}>
      <OptOutForm person={person} onDone={onClose} />
    </Drawer>
  );
}

function OptOutForm({ person, onDone }: { readonly person: Person; readonly onDone: () => void }) {
  const queries = useQueryClient();
  const form = useApiForm({
    initial: { reason: "" },
    submit: ({ reason }) => tidings.createSuppression({ number: person.mobile, kind: "opt_out", reason }),
    onDone: () => {
      void queries.invalidateQueries({ queryKey: ["subscribers"] });
      void toast({ message: t`${nameOf(person)} gets nothing any more.` });
      onDone();
    },
  });
  return (
    <Form form={form} failure={t`Nothing was changed`}>
      <p className={classes.note}>
        {t`They leave all groups, and nothing is sent to them any more, not even what is waiting. It ends only with a new consent of theirs.`}
      </p>
      <TextInput
        label={t`Reason`}
        description={t`For the record: “asked by telephone”.`}
        autoComplete="off"
        data-autofocus
        {...form.field("reason")}
      />
      <FormActions>
        <SubmitButton form={form} danger>{t`Opt 1 person out`}</SubmitButton>
      </FormActions>
    </Form>
  );
}
