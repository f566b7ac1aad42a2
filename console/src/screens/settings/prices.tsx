import { Button } from "@mantine/core";
import { useRef } from "react";

import { t, term } from "../../lib/translate.ts";
import { useGateways } from "../gateways/use-gateways.ts";
import { AddSelect } from "./add-select.tsx";
import { TextSetting } from "./fields.tsx";
import { PriceRows } from "./price-rows.tsx";
import { SectionPanel } from "./section-panel.tsx";
import { settingLabels } from "./setting-labels.ts";
import type { SettingsData, SettingsFormOf } from "./settings-data.ts";
import classes from "./settings.module.css";

type PricesProps = { readonly form: SettingsFormOf<"prices">; readonly data: SettingsData };

/** What a part of a text costs, by the beginning of the number. */
export function Prices({ form, data }: PricesProps) {
  const common = "prices.segments";
  const single = "prices.gateways";
  const currency = form.values["prices.currency"];
  const issue = (path: string) => form.issue(path);
  return (
    <SectionPanel
      section="prices"
      data={data}
      lead={t`What your provider charges. Costs before sending, what was spent and the spend cap are counted by it; no provider is asked.`}
    >
      <TextSetting
        form={form}
        name="prices.currency"
        description={t`Its three letters, such as EUR.`}
        whenEmpty={term("None", "currency")}
        width={160}
      />
      <fieldset className={classes.group}>
        <legend>{settingLabels[common]}</legend>
        <p
          className={classes.note}
        >{t`By the beginning of the number; the longest match counts. +49 is Germany, + alone is all other numbers.`}</p>
        <PriceRows
          prices={form.values[common]}
          currency={currency}
          path={common}
          issue={issue}
          onChange={(prices) => form.set(common, prices)}
        />
      </fieldset>
      <GatewayPrices
        prices={form.values[single]}
        currency={currency}
        path={single}
        issue={issue}
        onChange={(prices) => form.set(single, prices)}
      />
    </SectionPanel>
  );
}

type GatewayPrice = SettingsData["settings"]["prices"]["gateways"][number];

type GatewayPricesProps = {
  readonly prices: readonly GatewayPrice[];
  readonly currency: string | null;
  readonly path: string;
  readonly issue: (path: string) => string | undefined;
  readonly onChange: (prices: GatewayPrice[]) => void;
};

/** The prices of single gateways: a list for each of them. */
function GatewayPrices({ prices, currency, path, issue, onChange }: GatewayPricesProps) {
  const all = useRef<HTMLFieldSetElement>(null);
  const gateways = useGateways().data?.items ?? [];
  const listed = new Set(prices.map(({ gateway }) => gateway));
  const free = gateways.map(({ name }) => name).filter((name) => !listed.has(name));
  const whole = issue(path);
  // An issue inside of the list stands at its price.
  const shown = prices.some((_, index) => issue(`${path}[${index}].segments`));
  return (
    <fieldset ref={all} tabIndex={-1} className={classes.group}>
      <legend>{settingLabels["prices.gateways"]}</legend>
      <p
        className={classes.note}
      >{t`For a gateway that charges something else. Where none of its prices fits a number, the price above counts.`}</p>
      {prices.map((one, index) => (
        <fieldset key={one.gateway} className={classes.group}>
          <legend>
            <bdi>{one.gateway}</bdi>
          </legend>
          <PriceRows
            prices={one.segments}
            currency={currency}
            path={`${path}[${index}].segments`}
            issue={issue}
            of={one.gateway}
            onChange={(segments) =>
              onChange(prices.map((other, at) => (at === index ? { ...other, segments } : other)))
            }
          />
          <div>
            <Button
              variant="subtle"
              onClick={() => {
                all.current?.focus();
                onChange(prices.filter((_, at) => at !== index));
              }}
            >{t`Remove the prices of ${one.gateway}`}</Button>
          </div>
        </fieldset>
      ))}
      {whole && !shown && (
        <p role="alert" className={classes.issue}>
          {whole}
        </p>
      )}
      <AddSelect
        action={t`Add a gateway`}
        to={settingLabels["prices.gateways"]}
        none={t`No other gateway`}
        options={free.map((name) => ({ value: name, label: name }))}
        onAdd={(gateway) => onChange([...prices, { gateway, segments: [{ prefix: "+", price: "" }] }])}
      />
    </fieldset>
  );
}
