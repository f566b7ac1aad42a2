import { TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

import { tidings } from "../../api/client.ts";
import { useSession } from "../../api/session.ts";
import { Drawer } from "../../components/drawer.tsx";
import { Form, FormActions, SubmitButton } from "../../components/form.tsx";
import { SmsTextField } from "../../components/sms-text-field.tsx";
import { toast } from "../../components/toast.ts";
import { WhenFields } from "../../components/when-fields.tsx";
import { unlocks } from "../../lib/license.ts";
import { wallOf } from "../../lib/recurrence.ts";
import { isShown, shownText } from "../../lib/shown-text.ts";
import { t } from "../../lib/translate.ts";
import { useApiForm } from "../../lib/use-api-form.ts";
import { type When, whenInput } from "../../lib/when.ts";
import type { ScheduleDetail } from "./schedule-rule.ts";

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

function whenOf({ schedule, time_zone: zone, repeat, next_run: next }: ScheduleDetail): When {
  // A single run is shown where it is now, a recurrence where it began.
  const start = repeat ? schedule : (next ?? schedule);
  return {
    at: wallOf(new Date(start), zone),
    repeat: repeat && repeat.interval,
    end: repeat?.end_at ? wallOf(new Date(repeat.end_at), zone).slice(0, 10) : "",
  };
}

const typedOf = (schedule: ScheduleDetail) => ({
  message: schedule.message,
  sender: schedule.sender ?? "",
  when: whenOf(schedule),
});

function EditForm({ schedule: shown, onClose }: Omit<EditScheduleProps, "opened">) {
  const queries = useQueryClient();
  const [schedule] = useState(shown);
  const { license } = useSession().site;
  const { schedule_id: id, time_zone: zone } = schedule;
  // A later version in which something of this form differs is another person's: with its number, what is typed here
  // would overwrite it. A pause changes nothing of it.
  const { version } = JSON.stringify(typedOf(shown)) === JSON.stringify(typedOf(schedule)) ? shown : schedule;
  const before = whenOf(schedule);
  const form = useApiForm({
    initial: typedOf(schedule),
    submit: ({ message, sender, when }) => {
      const moved = when.at !== before.at;
      const { schedule: at, repeat } = whenInput(when);
      const repeated = JSON.stringify([when.repeat, when.end]) !== JSON.stringify([before.repeat, before.end]);
      return tidings.updateSchedule({
        id,
        version,
        ...(message !== schedule.message && { message }),
        ...(sender && sender !== schedule.sender && { sender }),
        // A recurrence counts from its first run, which may be over: only a new one, of what ran once, needs a start.
        ...((moved || (when.repeat && !before.repeat)) && { schedule: at }),
        ...(repeated && { repeat: repeat ?? false }),
      });
    },
    onDone: () => {
      void queries.invalidateQueries({ queryKey: ["schedules"] });
      void toast({ message: t`The schedule is changed.` });
      onClose();
    },
  });
  const { when, message } = form.values;
  const issues = form.field("message").error;
  return (
    <Form form={form} failure={t`The schedule was not changed`}>
      {isShown(schedule.message) ? (
        <SmsTextField label={t`Text`} text={message} error={issues} onChange={(next) => form.set("message", next)} />
      ) : (
        <TextInput label={t`Text`} value={shownText(schedule.message)} readOnly />
      )}
      <TextInput label={t`Sender`} placeholder={t`The gateway's own`} maxLength={16} {...form.field("sender")} />
      <WhenFields
        when={when}
        zone={zone}
        recurring={unlocks(license, "recurring")}
        onChange={(next) => form.set("when", next)}
      />
      <FormActions>
        <SubmitButton form={form}>{t`Save the changes`}</SubmitButton>
      </FormActions>
    </Form>
  );
}
