import { Fragment } from "react";

import { t } from "../lib/translate.ts";

/**
 * `a, b, c`, with the comma of the reader's writing. Each item is written in its own direction: in one text, words from
 * right to left would change places across the commas.
 */
export function Listed({ items }: { readonly items: readonly string[] }) {
  return items.map((item, nth) => (
    <Fragment key={nth}>
      {nth > 0 && t`, `}
      <bdi>{item}</bdi>
    </Fragment>
  ));
}
