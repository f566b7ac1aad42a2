import { ActionIcon } from "@mantine/core";

import { Icon } from "../../components/icon.tsx";
import { countries, regionName, regionOptions } from "../../lib/countries.ts";
import { t } from "../../lib/translate.ts";
import { AddSelect } from "../settings/add-select.tsx";
import { CategoriesSetting, OnOffSetting } from "../settings/fields.tsx";
import { SectionPanel } from "../settings/section-panel.tsx";
import { settingLabels } from "../settings/setting-labels.ts";
import type { SettingsData, SettingsFormOf } from "../settings/settings-data.ts";
import fields from "../settings/settings.module.css";
import { HoursField } from "./hours-field.tsx";
import type { Hours } from "./hours.ts";
import { Presets } from "./presets.tsx";

type Props = { readonly form: SettingsFormOf<"quiet_hours">; readonly data: SettingsData };

const regionsPath = "quiet_hours.regions";
const usStates = (
  "AK AL AR AZ CA CO CT DC DE FL GA HI IA ID IL IN KS KY LA MA MD ME MI MN MO MS MT NC ND NE NH NJ NM NV NY OH OK OR " +
  "PA RI SC SD TN TX UT VA VT WA WI WV WY"
)
  .split(" ")
  .map((state) => `US-${state}`);

/** When marketing may arrive. What comes at another time waits and leaves when the hours begin. */
export function QuietHours({ form, data }: Props) {
  const own = form.values[regionsPath];
  const fallback = form.values["quiet_hours.default_hours"];
  const setOwn = (regions: Readonly<Record<string, Hours>>) => form.set(regionsPath, regions);
  const add = (region: string, hours: Hours) => setOwn({ ...own, [region]: hours });
  const proposed = data.proposed.quiet_hours;
  const presetOf = (region: string) => proposed.find((one) => one.region === region)?.hours;
  const free = [...countries(), ...usStates].filter((region) => !own[region]);
  return (
    <SectionPanel
      section="quiet_hours"
      data={data}
      lead={t`Texts that come outside the hours are held, and leave by themselves when the hours begin. The clock is that of the person who gets them. One-time passwords never wait.`}
    >
      <OnOffSetting form={form} name="quiet_hours.mode" />
      <CategoriesSetting form={form} name="quiet_hours.categories" of={["marketing", "transactional"]} />
      <Presets proposed={proposed} own={own} onChange={add} />
      <fieldset className={fields.group}>
        <legend>{settingLabels[regionsPath]}</legend>
        <p
          className={fields.note}
        >{t`They replace the hours that come with the service for that country, of which there are many. That is no legal advice: ask for it where it matters.`}</p>
        {Object.entries(own).map(([region, hours]) => (
          <HoursField
            key={region}
            label={regionName(region)}
            value={hours}
            onChange={(next) => add(region, next)}
            error={form.issue(`${regionsPath}.${region}`)}
            action={
              <ActionIcon
                variant="subtle"
                aria-label={t`Remove the hours of ${regionName(region)}`}
                onClick={() => setOwn(Object.fromEntries(Object.entries(own).filter(([of]) => of !== region)))}
              >
                <Icon name="trash" size={14} />
              </ActionIcon>
            }
          />
        ))}
        <AddSelect
          action={t`Set the hours of a country`}
          none={t`No such country`}
          options={regionOptions(free)}
          onAdd={(region) => add(region, presetOf(region) ?? fallback)}
        />
      </fieldset>
      <HoursField
        label={settingLabels["quiet_hours.default_hours"]}
        value={fallback}
        onChange={(hours) => form.set("quiet_hours.default_hours", hours)}
        error={form.issue("quiet_hours.default_hours")}
      />
    </SectionPanel>
  );
}
