import { Button, Textarea, TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";

import { tidings } from "../../api/client.ts";
import { useSession } from "../../api/session.ts";
import { Form, FormActions, SubmitButton } from "../../components/form.tsx";
import { toast } from "../../components/overlays/toast.ts";
import { readablePhone } from "../../lib/phone.ts";
import { t, term } from "../../lib/translate.ts";
import { useApiForm } from "../../lib/use-api-form.ts";
import type { Suppression } from "./columns.tsx";
import classes from "./suppressions.module.css";

/** Of `2027-06-01T12:00`, as the field has it without seconds. */
const minuteLength = 16;

/** A point in time as the field takes it, with seconds. Not by `wallOf`: this screen does not load Temporal. */
const wallTime = (at: Date, timeZone: string): string =>
  new Intl.DateTimeFormat("sv", { dateStyle: "short", timeStyle: "medium", timeZone }).format(at).replace(" ", "T");

/** Takes an entry off the list. Of a person who opted out it needs a consent that they gave after that. */
export function LiftForm({ entry, onDone }: { readonly entry: Suppression; readonly onDone: () => void }) {
  const queries = useQueryClient();
  const { time_zone: zone } = useSession().site;
  const optedOut = entry.kind === "opt_out";
  const form = useApiForm({
    initial: { reason: "", consent_by: "", consent_at: "", consent_evidence: "" },
    submit: ({ reason, consent_at: at, ...consent }) =>
      tidings.liftSuppression({
        id: `${entry.id}`,
        reason,
        ...(optedOut && { ...consent, consent_at: at.length === minuteLength ? `${at}:00` : at }),
      }),
    onDone: () => {
      void toast({ message: t`${readablePhone(entry.number)} is off the list. It is in no group until it joins one.` });
      onDone();
      queries.removeQueries({ queryKey: ["subscribers", "suppression", entry.id] });
      void queries.invalidateQueries({ queryKey: ["subscribers"] });
    },
  });
  const optOutMinute = wallTime(new Date(entry.added_at), zone).slice(0, minuteLength);
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
            <div className={classes.moment}>
              <TextInput
                label={t`When they agreed`}
                description={t`After they opted out, in the time of this site.`}
                type="datetime-local"
                // In the minute of the opt-out the second decides which of them came later.
                step={optOutMinute === form.values.consent_at.slice(0, minuteLength) ? 1 : 60}
                required
                {...form.field("consent_at")}
              />
              <Button variant="default" onClick={() => form.set("consent_at", wallTime(new Date(), zone))}>
                {term("Now", "moment")}
              </Button>
            </div>
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
