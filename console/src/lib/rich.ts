import { createElement, Fragment, type ReactNode } from "react";

import { piecesOf } from "./translate.ts";

/** A text with elements in it: `` rich`Read ${<a href={guide}>{t`the guide`}</a>} first.` ``. */
export function rich(parts: TemplateStringsArray, ...values: readonly ReactNode[]): ReactNode {
  const { texts, order } = piecesOf(parts) ?? { texts: parts, order: values.keys().toArray() };
  return createElement(Fragment, null, ...texts.flatMap((text, index) => [text, values[order[index] ?? -1]]));
}
