import { t } from "../../lib/translate.ts";
import { CategoriesSetting, TextSetting } from "../settings/fields.tsx";
import { SectionPanel } from "../settings/section-panel.tsx";
import type { SettingsData, SettingsFormOf } from "../settings/settings-data.ts";
import fields from "../settings/settings.module.css";
import classes from "./safety.module.css";
import { Spent } from "./spent.tsx";

type Props = { readonly form: SettingsFormOf<"spending" | "low_credit">; readonly data: SettingsData };

export function Spending({ form, data }: Props) {
  const { currency } = data.settings.prices;
  const unit = currency ? t`In ${currency}, by your prices.` : t`By your prices: none are set yet.`;
  return (
    <div className={classes.stack}>
      <Spent />
      <SectionPanel
        section="spending"
        data={data}
        lead={t`At the cap texts are held, and leave by themselves in the next day or month. Nothing is lost.`}
      >
        <div className={fields.row}>
          <TextSetting form={form} name="spending.per_day" description={unit} whenEmpty={t`No cap`} numeric />
          <TextSetting form={form} name="spending.per_month" description={unit} whenEmpty={t`No cap`} numeric />
        </div>
        <CategoriesSetting form={form} name="spending.categories" of={["marketing", "transactional", "otp"]} />
      </SectionPanel>
      <SectionPanel
        section="low_credit"
        data={data}
        lead={t`Keeps the last of your credit for what matters more. Held texts leave by themselves once there is credit.`}
      >
        <TextSetting
          form={form}
          name="low_credit.stop_below"
          description={t`In the unit in which the gateway reports its credit.`}
          whenEmpty={t`Never`}
          numeric
          width={320}
        />
        <CategoriesSetting form={form} name="low_credit.categories" of={["marketing", "transactional", "otp"]} />
      </SectionPanel>
    </div>
  );
}
