import { ActionIcon, Button, TextInput } from "@mantine/core";
import { useRef } from "react";

import { Icon } from "../../components/icon.tsx";
import { t } from "../../lib/translate.ts";
import classes from "./settings.module.css";

type Price = { readonly prefix: string; readonly price: string };

type PriceRowsProps = {
  readonly prices: readonly Price[];
  readonly currency: string | null;
  /** The path of the list, under which the API names its issues. */
  readonly path: string;
  readonly issue: (path: string) => string | undefined;
  readonly onChange: (prices: Price[]) => void;
  /** Whose prices these are, for a screen reader; absent: of all gateways. */
  readonly of?: string;
};

/** Prices by the beginning of the number. The issue of one stands at that one. */
export function PriceRows({ prices, currency, path, issue, onChange, of }: PriceRowsProps) {
  const add = useRef<HTMLButtonElement>(null);
  const remove = (index: number) => {
    // The row's button goes with it, and the focus of the keyboard would, too.
    add.current?.focus();
    onChange(prices.filter((_, other) => other !== index));
  };
  const edit = (index: number, changes: Partial<Price>) =>
    onChange(prices.map((price, at) => (at === index ? { ...price, ...changes } : price)));
  const at = prices.map((_, index) => ({
    prefix: issue(`${path}[${index}].prefix`),
    price: issue(`${path}[${index}].price`),
  }));
  const whole = issue(path);
  const shown = at.some(({ prefix, price }) => prefix ?? price);
  return (
    <>
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
            onClick={() => remove(index)}
          >
            <Icon name="trash" size={14} />
          </ActionIcon>
        </div>
      ))}
      {whole && !shown && (
        <p role="alert" className={classes.issue}>
          {whole}
        </p>
      )}
      <div>
        <Button
          ref={add}
          variant="default"
          leftSection={<Icon name="plus" size={14} />}
          {...(of !== undefined && { "aria-label": t`Add a price for ${of}` })}
          onClick={() => onChange([...prices, { prefix: prices.length === 0 ? "+" : "", price: "" }])}
        >{t`Add a price`}</Button>
      </div>
    </>
  );
}
