import { createElement, Fragment, type ReactNode } from "react";

import { count } from "./format.ts";
import { piecesOf } from "./translate.ts";

/** A text with elements in it: `` rich`Read ${<a href={guide}>{t`the guide`}</a>} first.` ``. Numbers as in `t`. */
export function rich(parts: TemplateStringsArray, ...values: readonly ReactNode[]): ReactNode {
  const { texts, order } = piecesOf(parts) ?? { texts: parts, order: values.keys().toArray() };
  const inserted = values.map((value) => (typeof value === "number" ? count(value) : value));
  return createElement(Fragment, null, ...texts.flatMap((text, index) => [text, inserted[order[index] ?? -1]]));
}
