import { count } from "../lib/format.ts";
import { t } from "../lib/translate.ts";

/**
 * A whole number in the reader's digits, `–` when it is not known. `capped`: the count ended there, so it is "or more".
 */
export function Count({
  value,
  capped = false,
}: {
  readonly value: number | null | undefined;
  readonly capped?: boolean;
}) {
  if (value == null) return <span aria-label={t`not known`}>–</span>;
  return <span>{capped ? `${count(value)}+` : count(value)}</span>;
}
