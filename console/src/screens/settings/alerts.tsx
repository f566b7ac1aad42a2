import { Checkbox } from "@mantine/core";

import { languageName, serviceLanguages } from "../../lib/languages.ts";
import { t } from "../../lib/translate.ts";
import { ChoiceSetting, ListSetting, NumberSetting, SwitchSetting } from "./fields.tsx";
import { SectionPanel } from "./section-panel.tsx";
import { settingLabels } from "./setting-labels.ts";
import type { Settings, SettingsData, SettingsFormOf } from "./settings-data.ts";
import classes from "./settings.module.css";
import { TestAlerts } from "./test-alerts.tsx";
import { units } from "./units.ts";

type Kind = Settings["alerts"]["kinds"][number];

const kindLabels: Readonly<Record<Kind, string>> = {
  gateway_stopped: t`A gateway is stopped`,
  gateway_idle: t`Nothing leaves through a gateway while messages wait`,
  gateway_refuses: t`A gateway refuses all messages`,
  credit_low: t`The credit at a gateway is low`,
  queue_late: t`Messages wait too long`,
  spend_cap_reached: t`A spend cap is reached`,
  webhook_disabled: t`A webhook is disabled`,
  run_failed: t`Scheduled messages could not be sent`,
  schedule_paused: t`Schedules are paused`,
  role_gone: t`Schedules send to a role that no longer exists`,
  codes_unverified: t`Few one-time passwords are verified`,
  license_ending: t`The license ends`,
};

const MAX_RECIPIENTS = 10;

type Props = { readonly form: SettingsFormOf<"alerts">; readonly data: SettingsData };

/** Who is notified of what. */
export function Alerts({ form, data }: Props) {
  const { value, error, onChange } = form.choice("alerts.kinds");
  const chosen = Array.isArray(value) ? (value as readonly Kind[]) : [];
  const kinds = Object.keys(kindLabels) as readonly Kind[];
  return (
    <>
      <SectionPanel
        section="alerts"
        data={data}
        lead={t`Who is notified when something needs attention, once when it begins and once when it ends. The overview shows it in any case.`}
      >
        <ListSetting
          form={form}
          name="alerts.emails"
          type="email"
          most={MAX_RECIPIENTS}
          description={t`At most ten. A mail server must be configured where the service runs.`}
        />
        <ListSetting
          form={form}
          name="alerts.numbers"
          type="tel"
          most={MAX_RECIPIENTS}
          description={t`At most ten, with + and the country. A text never goes through the gateway that it is about.`}
        />
        <SwitchSetting
          form={form}
          name="alerts.quiet"
          description={t`Nothing is sent; the overview alone shows alerts.`}
        />
        <ChoiceSetting
          form={form}
          name="alerts.locale"
          description={t`Here in the console, everybody reads alerts in their own language.`}
          options={serviceLanguages.map((value) => ({ value, label: languageName(value) }))}
        />
        <fieldset className={classes.group}>
          <legend>{settingLabels["alerts.kinds"]}</legend>
          {kinds.map((kind) => (
            <Checkbox
              key={kind}
              label={kindLabels[kind]}
              checked={chosen.includes(kind)}
              onChange={(event) => {
                const { checked } = event.currentTarget;
                onChange(kinds.filter((one) => (one === kind ? checked : chosen.includes(one))));
              }}
            />
          ))}
          {error && (
            <p role="alert" className={classes.issue}>
              {error}
            </p>
          )}
        </fieldset>
        <div className={classes.row}>
          <NumberSetting form={form} name="alerts.queue_minutes" suffix={units.minutes} />
          <NumberSetting form={form} name="alerts.credit_days" suffix={units.days} />
        </div>
        <p
          className={classes.note}
        >{t`A campaign may take longer than that: its texts count as late only while nothing leaves at all. 0 days: the credit is not judged by how long it lasts.`}</p>
      </SectionPanel>
      <TestAlerts saved={data.settings.alerts} dirty={form.dirty} />
    </>
  );
}
