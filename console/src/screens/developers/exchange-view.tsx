import { CodeBlock } from "../../components/code-block.tsx";
import { StateBadge } from "../../components/state-badge.tsx";
import { milliseconds } from "../../lib/format.ts";
import { t } from "../../lib/translate.ts";
import classes from "./developers.module.css";
import type { Exchange } from "./exchange.ts";

/** What came back, as a program gets it: status, time, headers, body. */
export function ExchangeView({ of: { method, target, status, ms, headers, body, cut } }: { readonly of: Exchange }) {
  const state = status >= 500 ? "failed" : status >= 400 ? "refused" : "succeeded";
  return (
    <section aria-label={t`Reply`} className={classes.snippets}>
      {/* The body may be long: only how it ended is read out. */}
      <p role="status" className={classes.line}>
        <code dir="ltr" className={classes.id}>
          {method} {target}
        </code>
        <StateBadge of="call" state={state} label={`${status}`} />
        <span className={classes.quiet}>{milliseconds(ms)}</span>
      </p>
      <CodeBlock text={readable(body)} label={t`Body of the reply`} />
      {cut && <p className={classes.quiet}>{t`This is the beginning: the rest was not read.`}</p>}
      <details>
        <summary>{t`Headers`}</summary>
        <CodeBlock text={headers.map(([name, value]) => `${name}: ${value}`).join("\n")} label={t`Headers`} />
      </details>
    </section>
  );
}

/** JSON is indented; everything else stays as it came. */
function readable(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}
