import { Textarea, TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";

import { tidings } from "../../api/client.ts";
import { Form, FormActions, SubmitButton } from "../../components/form.tsx";
import { toast } from "../../components/toast.ts";
import { readablePhone } from "../../lib/phone.ts";
import { t } from "../../lib/translate.ts";
import { useApiForm } from "../../lib/use-api-form.ts";
import type { Suppression } from "./columns.tsx";
import classes from "./suppressions.module.css";

/** Takes an entry off the list. Of a person who opted out it needs a consent that they gave after that. */
export function LiftForm({ entry, onDone }: { readonly entry: Suppression; readonly onDone: () => void }) {
  const queries = useQueryClient();
  const optedOut = entry.kind === "opt_out";
  const form = useApiForm({
    initial: { reason: "", consent_by: "", consent_at: "", consent_evidence: "" },
    submit: ({ reason, consent_at: at, ...consent }) =>
      tidings.liftSuppression({
        id: `${entry.id}`,
        reason,
        // The field has no seconds.
        ...(optedOut && { ...consent, consent_at: at && `${at}:00` }),
      }),
    onDone: () => {
      void toast({ message: t`${readablePhone(entry.number)} is off the list. It is in no group until it joins one.` });
      onDone();
      queries.removeQueries({ queryKey: ["subscribers", "suppression", entry.id] });
      void queries.invalidateQueries({ queryKey: ["subscribers"] });
    },
  });
  return (
    <section className={classes.part}>
      <h3>{entry.kind === "maybe_opt_out" ? t`No: it asked for something else` : t`Lift it`}</h3>
      <p className={classes.note}>
        {optedOut
          ? t`This person said that they want nothing. It can only be lifted with a consent that they gave after that.`
          : t`What waits for this number is sent, as long as it is valid. Who lifted it and why stays on record.`}
      </p>
      <Form form={form} failure={t`It was not lifted`}>
        <TextInput
          label={t`Reason`}
          description={t`For the record: “subscribed again in the shop”.`}
          autoComplete="off"
          required
          {...form.field("reason")}
        />
        {optedOut && (
          <>
            <TextInput label={t`Who agreed`} autoComplete="off" required {...form.field("consent_by")} />
            <TextInput
              label={t`When they agreed`}
              description={t`After they opted out, in the time of this site.`}
              type="datetime-local"
              step={60}
              required
              {...form.field("consent_at")}
            />
            <Textarea
              label={t`How it can be proved`}
              description={t`A form, a letter, a recording, and where it is.`}
              autosize
              minRows={2}
              required
              {...form.field("consent_evidence")}
            />
          </>
        )}
        <FormActions>
          <SubmitButton form={form}>{t`Lift this suppression`}</SubmitButton>
        </FormActions>
      </Form>
    </section>
  );
}
