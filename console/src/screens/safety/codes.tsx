import { MultiSelect } from "@mantine/core";
import { lazy, Suspense } from "react";

import { countries, regionOptions } from "../../lib/countries.ts";
import { t } from "../../lib/translate.ts";
import { NumberSetting, SwitchSetting } from "../settings/fields.tsx";
import { SectionPanel } from "../settings/section-panel.tsx";
import { settingLabels } from "../settings/setting-labels.ts";
import type { SettingPath, SettingsData, SettingsFormOf } from "../settings/settings-data.ts";
import fields from "../settings/settings.module.css";
import { units } from "../settings/units.ts";
import map from "./country-map.module.css";

/** The shapes of the countries are half as large as the rest of the console. */
const CountryMap = lazy(async () => ({ default: (await import("./country-map.tsx")).CountryMap }));

type Props = { readonly form: SettingsFormOf<"guard">; readonly data: SettingsData };

const limits = [
  "number_per_minute",
  "number_per_hour",
  "number_per_day",
  "prefix_per_hour",
  "prefix_per_day",
  "address_per_hour",
  "address_per_day",
  "country_per_hour",
  "high_risk_per_hour",
  "high_cost_per_hour",
  "site_per_hour",
].map((name) => `guard.${name}` as SettingPath<"guard">);

/** Protects against people who have codes sent to numbers that earn them money. */
export function Codes({ form, data }: Props) {
  const allowed = form.values["guard.countries"];
  const { onChange } = form.choice("guard.countries");
  const toggle = (country: string): void =>
    onChange(allowed.includes(country) ? allowed.filter((one) => one !== country) : [...allowed, country]);
  return (
    <SectionPanel
      section="guard"
      data={data}
      lead={t`Criminals request codes to numbers that earn them money with each text. These limits prevent that; they apply to codes of every kind.`}
    >
      <MultiSelect
        label={settingLabels["guard.countries"]}
        description={
          allowed.length === 0
            ? t`All of them. Choose those in which you have customers: it is the best protection.`
            : t`Numbers of all other countries get no codes.`
        }
        placeholder={allowed.length === 0 ? t`All countries` : ""}
        data={regionOptions([...new Set([...countries(), ...allowed])])}
        searchable
        clearable
        clearButtonProps={{ "aria-label": t`Allow all countries` }}
        nothingFoundMessage={t`No such country`}
        {...form.choice("guard.countries")}
      />
      <Suspense fallback={<div className={map.space} />}>
        <CountryMap allowed={allowed} onToggle={toggle} />
      </Suspense>
      <SwitchSetting
        form={form}
        name="guard.special_numbers"
        description={t`Such fraud uses these numbers. Leave it off unless you know that you need it.`}
      />
      <fieldset className={fields.group}>
        <legend>{t`At most so many codes`}</legend>
        <p
          className={fields.note}
        >{t`0: no limit. Neighboring numbers differ in the last four digits only. A code that was verified makes room for another, except in the limits of one number and one address. Those for countries where fraud is common or texts are expensive do not apply to countries that you choose above.`}</p>
        <div className={fields.row}>
          {limits.map((name) => (
            <NumberSetting key={name} form={form} name={name} suffix={units.codes} />
          ))}
        </div>
      </fieldset>
      <fieldset className={fields.group}>
        <legend>{t`When codes are sent and nobody uses them`}</legend>
        <p
          className={fields.note}
        >{t`Of the last 50 codes to a country, and of the codes to neighboring numbers. 0: never.`}</p>
        <div className={fields.row}>
          <NumberSetting form={form} name="guard.alarm_below" suffix={units.verified} />
          <NumberSetting form={form} name="guard.pause_below" suffix={units.verified} />
          <NumberSetting form={form} name="guard.prefix_unverified" suffix={units.unusedCodes} />
        </div>
      </fieldset>
    </SectionPanel>
  );
}
