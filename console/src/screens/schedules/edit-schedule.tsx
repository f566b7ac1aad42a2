import { TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

import { tidings } from "../../api/client.ts";
import { useSession } from "../../api/session.ts";
import { BasisField } from "../../components/basis-field.tsx";
import { Drawer } from "../../components/overlays/drawer.tsx";
import { Form, FormActions, SubmitButton } from "../../components/form.tsx";
import { SmsTextField } from "../../components/sms-text/sms-text-field.tsx";
import { toast } from "../../components/overlays/toast.ts";
import { WhenFields } from "../../components/when-fields.tsx";
import { unlocks } from "../../lib/license.ts";
import { occurrences, wallOf } from "../../lib/recurrence.ts";
import { isShown, shownText } from "../../lib/shown-text.ts";
import { t } from "../../lib/translate.ts";
import { useApiForm } from "../../lib/use-api-form.ts";
import { type When, whenInput } from "../../lib/when.ts";
import { lacksBasis } from "./consent-words.ts";
import { type ScheduleDetail, scheduleRule } from "./schedule-rule.ts";

export type EditScheduleProps = {
  readonly schedule: ScheduleDetail;
  readonly opened: boolean;
  readonly onClose: () => void;
};

/** Text, sender and times of a schedule. */
export function EditSchedule({ schedule, opened, onClose }: EditScheduleProps) {
  return (
    <Drawer title={t`Change the schedule`} opened={opened} onClose={onClose}>
      {/* What is being typed belongs to the version that was read. */}
      {opened && <EditForm schedule={schedule} onClose={onClose} />}
    </Drawer>
  );
}

/** From the next run on: where a recurrence began is in the past, and no schedule may be moved there. */
function whenOf(schedule: ScheduleDetail): When {
  const rule = scheduleRule(schedule);
  const { zone } = rule;
  // While it is paused the service names no next run.
  const next = schedule.next_run;
  const at = next !== null ? new Date(next) : (occurrences(rule, new Date(), 1)[0] ?? rule.start);
  return { at: wallOf(at, zone), repeat: rule.repeat, end: rule.until ? wallOf(rule.until, zone).slice(0, 10) : "" };
}

/** What of a schedule the form overwrites: a run that it had meanwhile is nobody's change. */
const overwritten = ({ message, sender, schedule, repeat, next_run: next }: ScheduleDetail): string =>
  JSON.stringify([message, sender, schedule, repeat ?? next ?? schedule]);

function EditForm({ schedule: shown, onClose }: Omit<EditScheduleProps, "opened">) {
  const queries = useQueryClient();
  const [schedule] = useState(shown);
  const { license } = useSession().site;
  const { schedule_id: id, time_zone: zone } = schedule;
  // A later version in which something of this form differs is another person's: with its number, what is typed here
  // would overwrite it. A pause changes nothing of it.
  const { version } = overwritten(shown) === overwritten(schedule) ? shown : schedule;
  const [before] = useState(() => whenOf(schedule));
  const changesOf = (when: When) => ({
    moved: when.at !== before.at,
    repeated: JSON.stringify(when.repeat) !== JSON.stringify(before.repeat),
    ended: when.end !== before.end,
  });
  const form = useApiForm({
    initial: { message: schedule.message, sender: schedule.sender ?? "", when: before, consent_basis: "" },
    submit: ({ message, sender, when, consent_basis: basis }) => {
      const { moved, repeated, ended } = changesOf(when);
      const { schedule: at, repeat } = whenInput(when);
      return tidings.updateSchedule({
        id,
        version,
        ...(message !== schedule.message && { message }),
        ...(sender !== (schedule.sender ?? "") && { sender: sender || null }),
        ...(basis.trim() && { consent_basis: basis.trim() }),
        // A recurrence counts from its first run: a new one from the next.
        ...((moved || (repeated && when.repeat)) && { schedule: at }),
        ...((repeated || ended) && { repeat: repeat ?? false }),
      });
    },
    onDone: (changed) => {
      // Opened again before the page has read it, the form would take this change for another person's.
      queries.setQueryData<ScheduleDetail>(["schedules", "one", id], (before) => before && { ...before, ...changed });
      void queries.invalidateQueries({ queryKey: ["schedules"] });
      void toast({ message: t`The schedule is changed.` });
      onClose();
    },
  });
  const { when, message } = form.values;
  const issues = form.field("message").error;
  const { moved, repeated } = changesOf(when);
  const issueOf = (name: string) => ({ [name]: form.issue(name) ?? "" });
  return (
    <Form form={form} failure={t`The schedule was not changed`}>
      {isShown(schedule.message) ? (
        <SmsTextField label={t`Text`} text={message} error={issues} onChange={(next) => form.set("message", next)} />
      ) : (
        <TextInput label={t`Text`} value={shownText(schedule.message)} readOnly />
      )}
      <TextInput label={t`Sender`} placeholder={t`The gateway's own`} maxLength={16} {...form.field("sender")} />
      {lacksBasis(schedule) && <BasisField {...form.field("consent_basis")} />}
      <WhenFields
        when={when}
        zone={zone}
        recurring={unlocks(license, "recurring")}
        {...(!moved && !repeated && schedule.repeat && { began: schedule.schedule })}
        {...(!moved && !repeated && schedule.next_run && { from: schedule.next_run })}
        issues={{ ...issueOf("schedule"), ...issueOf("repeat") }}
        onChange={(next) => form.set("when", next)}
      />
      <FormActions>
        <SubmitButton form={form}>{t`Save the changes`}</SubmitButton>
      </FormActions>
    </Form>
  );
}
