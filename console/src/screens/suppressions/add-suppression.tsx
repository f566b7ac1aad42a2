import { Radio, TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";

import { tidings } from "../../api/client.ts";
import { Drawer } from "../../components/overlays/drawer.tsx";
import { Form, FormActions, SubmitButton } from "../../components/form.tsx";
import { toast } from "../../components/overlays/toast.ts";
import { readablePhone } from "../../lib/phone.ts";
import { t } from "../../lib/translate.ts";
import { useApiForm } from "../../lib/use-api-form.ts";
import classes from "./suppressions.module.css";

type AddProps = { readonly opened: boolean; readonly onClose: () => void };

export function AddSuppression({ opened, onClose }: AddProps) {
  return (
    <Drawer title={t`Suppress a number`} opened={opened} onClose={onClose} width={440}>
      <SuppressionForm onDone={onClose} />
    </Drawer>
  );
}

const kindChoices = [
  {
    value: "opt_out",
    label: t`The person asked for it`,
    description: t`They leave all groups. It ends only with a new consent.`,
  },
  {
    value: "block",
    label: t`We decided it`,
    description: t`Their groups stay as they are. You can lift it whenever you want.`,
  },
] as const;

/** Why a number is suppressed: what it takes to lift it depends on it. */
export function KindField({ field }: { readonly field: object }) {
  return (
    <Radio.Group label={t`Why`} {...field}>
      <div className={classes.radios}>
        {kindChoices.map(({ value, label, description }) => (
          <Radio key={value} value={value} label={label} description={description} />
        ))}
      </div>
    </Radio.Group>
  );
}

function SuppressionForm({ onDone }: { readonly onDone: () => void }) {
  const queries = useQueryClient();
  const form = useApiForm({
    initial: { number: "", kind: "opt_out" as "opt_out" | "block", reason: "", sender: "" },
    submit: ({ sender, ...values }) => tidings.createSuppression({ ...values, ...(sender.trim() && { sender }) }),
    onDone: ({ number }) => {
      void queries.invalidateQueries({ queryKey: ["subscribers"] });
      void toast({ message: t`Nothing more is sent to ${readablePhone(number)}.` });
      onDone();
    },
  });
  return (
    <Form form={form} failure={t`The number was not suppressed`}>
      <TextInput
        label={t`Mobile number`}
        description={t`With + and the country: +49 151 23456789.`}
        type="tel"
        dir="ltr"
        autoComplete="off"
        data-autofocus
        required
        {...form.field("number")}
      />
      <KindField field={form.choice("kind")} />
      <TextInput
        label={t`Reason`}
        description={t`For the record: “asked by telephone”.`}
        autoComplete="off"
        required
        {...form.field("reason")}
      />
      <TextInput
        label={t`Only for one sender`}
        description={t`Empty: nothing is sent to it, whoever the sender is.`}
        autoComplete="off"
        {...form.field("sender")}
      />
      <FormActions>
        <SubmitButton form={form}>{t`Suppress this number`}</SubmitButton>
      </FormActions>
    </Form>
  );
}
