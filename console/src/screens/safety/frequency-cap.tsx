import { t } from "../../lib/translate.ts";
import { CategoriesSetting, ChoiceSetting, NumberSetting, OnOffSetting } from "../settings/fields.tsx";
import { SectionPanel } from "../settings/section-panel.tsx";
import type { SettingsData, SettingsFormOf } from "../settings/settings-data.ts";
import fields from "../settings/settings.module.css";
import { units } from "../settings/units.ts";

type Props = { readonly form: SettingsFormOf<"frequency_cap">; readonly data: SettingsData };

export function FrequencyCap({ form, data }: Props) {
  return (
    <SectionPanel
      section="frequency_cap"
      data={data}
      lead={t`Keeps several messages in a row from reaching the same person. Counted for each number, over all messages.`}
    >
      <OnOffSetting form={form} name="frequency_cap.mode" />
      <div className={fields.row}>
        <NumberSetting form={form} name="frequency_cap.messages" suffix={units.texts} />
        <NumberSetting form={form} name="frequency_cap.window_hours" suffix={units.hours} />
      </div>
      <CategoriesSetting form={form} name="frequency_cap.categories" of={["marketing", "transactional"]} />
      <ChoiceSetting
        form={form}
        name="frequency_cap.when_over"
        options={[
          { value: "hold", label: t`Held until there is room` },
          { value: "skip", label: t`Left out for good` },
        ]}
      />
    </SectionPanel>
  );
}
