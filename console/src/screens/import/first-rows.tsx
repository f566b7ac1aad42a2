import { Fragment } from "react";

import { Listed } from "../../components/listed.tsx";
import { Phone } from "../../components/phone.tsx";
import { StateBadge } from "../../components/state-badge.tsx";
import { plural, t } from "../../lib/translate.ts";
import { useFields } from "../../api/use-fields.ts";
import classes from "./import.module.css";
import type { Reading } from "./use-check.ts";

const stateWords: Readonly<Record<string, readonly [state: string, words: string]>> = {
  active: ["active", t`Subscribed`],
  pending: ["pending", t`Not confirmed`],
  left: ["left", t`Leaves the groups`],
  unsubscribed: ["left", t`Opted out`],
};

/** The first rows of the file, as the service reads them. */
export function FirstRows({ reading }: { readonly reading: Reading }) {
  const fields = useFields();
  const withGroups = reading.samples.some(({ groups }) => groups !== null && groups.length > 0);
  const labels = new Map([
    ...reading.columns
      .filter(({ target }) => target.startsWith("field:"))
      .map(({ heading, target }) => [target.slice("field:".length), heading] as const),
    ...(fields.data ?? []).map(({ key, label }) => [key, label] as const),
  ]);
  return (
    <details className={classes.first} open>
      <summary>
        {plural(reading.samples.length, "The first row, as it is read", "The first # rows, as they are read")}
      </summary>
      <div className={classes.scroll} tabIndex={0} role="group" aria-label={t`The first rows`}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t`Row`}</th>
              <th scope="col">{t`Number`}</th>
              <th scope="col">{t`Name`}</th>
              <th scope="col">{t`Fields`}</th>
              <th scope="col">{t`State`}</th>
              {withGroups && <th scope="col">{t`Groups`}</th>}
            </tr>
          </thead>
          <tbody>
            {reading.samples.map(({ row, mobile, name, custom_fields: values, state, groups, error }) => (
              <tr key={row}>
                <td>{row}</td>
                {error !== null ? (
                  <td
                    colSpan={withGroups ? 5 : 4}
                    className={classes.wrong}
                  >{t`Left out: its error is listed above.`}</td>
                ) : (
                  <>
                    <td>{mobile && <Phone number={mobile} />}</td>
                    <td>
                      <bdi dir="auto">{name || "–"}</bdi>
                    </td>
                    <td>
                      <span className={classes.values}>
                        {Object.entries(values ?? {}).map(([key, value], nth) => (
                          <Fragment key={key}>
                            {nth > 0 && t`, `}
                            <bdi>{labels.get(key) ?? key}</bdi>: <bdi>{`${value}`}</bdi>
                          </Fragment>
                        ))}
                        {Object.keys(values ?? {}).length === 0 && "–"}
                      </span>
                    </td>
                    <td>
                      {state && (
                        <StateBadge
                          of="subscriber"
                          state={stateWords[state]?.[0] ?? state}
                          label={stateWords[state]?.[1] ?? state}
                        />
                      )}
                    </td>
                    {withGroups && (
                      <td>
                        <span className={classes.values}>
                          {groups?.length ? <Listed items={groups.map(({ name: group }) => group)} /> : "–"}
                        </span>
                      </td>
                    )}
                  </>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}
