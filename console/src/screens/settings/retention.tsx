import { t } from "../../lib/translate.ts";
import { NumberSetting } from "./fields.tsx";
import { SectionPanel } from "./section-panel.tsx";
import type { SettingsData, SettingsFormOf } from "./settings-data.ts";
import classes from "./settings.module.css";
import { units } from "./units.ts";

type Props = { readonly form: SettingsFormOf<"retention">; readonly data: SettingsData };

const configured = t`As the service is configured`;

export function Retention({ form, data }: Props) {
  return (
    <SectionPanel
      section="retention"
      data={data}
      lead={t`For how many days data is kept. What is older is deleted for good, within a day of saving. 0 keeps it forever.`}
    >
      <div className={classes.row}>
        <NumberSetting form={form} name="retention.log_days" suffix={units.days} whenEmpty={configured} />
        <NumberSetting form={form} name="retention.inbox_days" suffix={units.days} whenEmpty={configured} />
        <NumberSetting form={form} name="retention.webhook_days" suffix={units.days} whenEmpty={configured} />
        <NumberSetting form={form} name="retention.text_days" suffix={units.days} />
        <NumberSetting form={form} name="retention.consent_days" suffix={units.days} />
        <NumberSetting form={form} name="retention.job_days" suffix={units.days} />
      </div>
      <p
        className={classes.note}
      >{t`The log is kept for at least 31 days. Texts can end earlier than their entries in the log; 0 keeps them as long.`}</p>
      <p
        className={classes.note}
      >{t`Consents become unreadable when a person has agreed to nothing for so long, for at least 365 days, is no subscriber and is not in the log. Many laws require proof for five years.`}</p>
    </SectionPanel>
  );
}
