import { Count } from "../../components/count.tsx";
import { regionName } from "../../lib/countries.ts";
import { money } from "../../lib/format.ts";
import { plural, t } from "../../lib/translate.ts";
import classes from "./check.module.css";
import composeClasses from "./compose.module.css";
import type { Preview } from "./use-preview.ts";

/** What it costs by country, as far as the settings have prices. */
export function Cost({ preview }: { readonly preview: Preview }) {
  const { cost, countries } = preview;
  if (countries.length === 0) return null;
  return (
    <div className={classes.scroll} role="region" aria-label={t`Cost by country`} tabIndex={0}>
      <table className={classes.cost}>
        <thead>
          <tr>
            <th scope="col">{t`Country`}</th>
            <th scope="col">{t`People`}</th>
            <th scope="col">{t`Parts`}</th>
            {cost && <th scope="col">{t`Cost`}</th>}
          </tr>
        </thead>
        <tbody>
          {countries.slice(0, 12).map((country) => (
            <tr key={country.prefix}>
              <th scope="row">
                {country.country && <bdi>{regionName(country.country)} </bdi>}
                <span dir="ltr" className={composeClasses.quiet}>
                  {country.prefix}
                </span>
              </th>
              <td>
                <Count value={country.people} />
              </td>
              <td>
                <Count value={country.segments} />
              </td>
              {cost && <td>{country.cost === null ? t`no price` : money(Number(country.cost), cost.currency)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
      {countries.length > 12 && (
        <p className={composeClasses.quiet}>
          {plural(countries.length - 12, "and # more country", "and # more countries")}
        </p>
      )}
    </div>
  );
}
