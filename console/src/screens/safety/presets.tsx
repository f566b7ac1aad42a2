import { Button } from "@mantine/core";

import { regionName } from "../../lib/countries.ts";
import { serviceText } from "../../lib/service-text.ts";
import { calendarDay } from "../../lib/time.ts";
import { t } from "../../lib/translate.ts";
import type { SettingsData } from "../settings/settings-data.ts";
import fields from "../settings/settings.module.css";
import { DayBar } from "./day-bar.tsx";
import { days, type Hours, hoursText } from "./hours.ts";
import classes from "./safety.module.css";

type PresetsProps = {
  readonly proposed: SettingsData["proposed"]["quiet_hours"];
  /** Regions that have hours of their own instead. */
  readonly own: Readonly<Record<string, Hours>>;
  readonly onChange: (region: string, hours: Hours) => void;
};

const bases = { law: t`By law`, carrier: t`By the carriers`, custom: t`By practice` } as const;

/** The hours that apply in the site's country as long as it has none of its own, with where they come from. */
export function Presets({ proposed, own, onChange }: PresetsProps) {
  const shown = proposed.filter(({ region }) => !own[region]);
  if (shown.length === 0) return null;
  return (
    <fieldset className={fields.group}>
      <legend>{t`Proposed for your country`}</legend>
      <p
        className={fields.note}
      >{t`They apply once quiet hours are on. Last checked on ${calendarDay(shown[0]!.checked)}.`}</p>
      <ul className={classes.presets}>
        {shown.map(({ region, hours, basis, source }) => (
          <li key={region}>
            <div className={classes.preset}>
              <strong>{regionName(region)}</strong>
              <div className={classes.bars}>
                {days.map(({ name, label }) => (
                  <DayBar key={name} day={hours[name]} label={label} />
                ))}
              </div>
              {region.includes("?") ? (
                <span />
              ) : (
                <Button
                  variant="default"
                  size="compact-sm"
                  aria-label={t`Change the hours of ${regionName(region)}`}
                  onClick={() => onChange(region, hours)}
                >{t`Change`}</Button>
              )}
            </div>
            <p className={fields.note}>
              {hoursText(hours)}. {bases[basis]}: <Source english={source} />.
            </p>
          </li>
        ))}
      </ul>
    </fieldset>
  );
}

/** The name of a law is the same in every language. */
function Source({ english }: { readonly english: string }) {
  const text = serviceText(english);
  return text === english ? <bdi lang="en">{text}</bdi> : text;
}
