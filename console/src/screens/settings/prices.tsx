import { ActionIcon, Button, TextInput } from "@mantine/core";

import { Icon } from "../../components/icon.tsx";
import { t, term } from "../../lib/translate.ts";
import { TextSetting } from "./fields.tsx";
import { SectionPanel } from "./section-panel.tsx";
import { settingLabels } from "./setting-labels.ts";
import type { SettingsData, SettingsFormOf } from "./settings-data.ts";
import classes from "./settings.module.css";

type PricesProps = { readonly form: SettingsFormOf<"prices">; readonly data: SettingsData };

/** What a part of a text costs, by the beginning of the number. */
export function Prices({ form, data }: PricesProps) {
  const name = "prices.segments";
  const prices = form.values[name];
  const currency = form.values["prices.currency"];
  const change = (next: typeof prices) => form.set(name, next);
  const edit = (index: number, changes: Partial<(typeof prices)[number]>) =>
    change(prices.map((price, at) => (at === index ? { ...price, ...changes } : price)));
  const at = prices.map((_, index) => ({
    prefix: form.issue(`${name}[${index}].prefix`),
    price: form.issue(`${name}[${index}].price`),
  }));
  const issue = form.issue(name);
  const shown = at.some(({ prefix, price }) => prefix ?? price);
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
        <legend>{settingLabels[name]}</legend>
        <p
          className={classes.note}
        >{t`By how the number begins; the longest one that fits counts. +49 is Germany, + alone is all other numbers.`}</p>
        {prices.map((price, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- a price has no other name while it is typed
          <div key={index} className={classes.price}>
            <TextInput
              label={t`Begin with`}
              dir="ltr"
              inputMode="tel"
              value={price.prefix}
              error={at[index]?.prefix}
              onChange={(event) => edit(index, { prefix: event.currentTarget.value.trim() })}
            />
            <TextInput
              label={currency ? t`Price in ${currency}` : t`Price`}
              dir="ltr"
              inputMode="decimal"
              value={price.price}
              error={at[index]?.price}
              onChange={(event) => edit(index, { price: event.currentTarget.value.trim() })}
            />
            <ActionIcon
              variant="subtle"
              aria-label={price.prefix ? t`Remove the price of ${price.prefix}` : t`Remove the price of this row`}
              onClick={() => change(prices.filter((_, other) => other !== index))}
            >
              <Icon name="trash" size={14} />
            </ActionIcon>
          </div>
        ))}
        {issue && !shown && (
          <p role="alert" className={classes.issue}>
            {issue}
          </p>
        )}
        <div>
          <Button
            variant="default"
            leftSection={<Icon name="plus" size={14} />}
            onClick={() => change([...prices, { prefix: prices.length === 0 ? "+" : "", price: "" }])}
          >{t`Add a price`}</Button>
        </div>
      </fieldset>
    </SectionPanel>
  );
}
