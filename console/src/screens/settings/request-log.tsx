import { t } from "../../lib/translate.ts";
import { NumberSetting, SwitchSetting } from "./fields.tsx";
import { SectionPanel } from "./section-panel.tsx";
import type { SettingsData, SettingsFormOf } from "./settings-data.ts";
import classes from "./settings.module.css";
import { units } from "./units.ts";

type Props = { readonly form: SettingsFormOf<"request_log">; readonly data: SettingsData };

export function RequestLog({ form, data }: Props) {
  return (
    <SectionPanel
      section="request_log"
      data={data}
      lead={t`What programs called, and the results: under Developers. It contains no texts, no phone numbers and no searches.`}
    >
      <SwitchSetting form={form} name="request_log.enabled" />
      <div className={classes.row}>
        <NumberSetting form={form} name="request_log.days" suffix={units.days} />
        <NumberSetting form={form} name="request_log.rows" />
        <NumberSetting
          form={form}
          name="request_log.successes_per_second"
          description={t`Of each node. The others are counted. Calls that failed or were replayed are recorded in any case, up to 200 a second.`}
        />
      </div>
    </SectionPanel>
  );
}
