import { useSession } from "../../api/session.ts";
import { Panel } from "../../components/panel.tsx";
import { repeatWords } from "../../lib/repeat-words.ts";
import { rich } from "../../lib/rich.ts";
import { inZone } from "../../lib/time.ts";
import { t, term } from "../../lib/translate.ts";
import { ruleOf } from "../../lib/when.ts";
import { categoryWords } from "../../lib/categories.ts";
import type { CheckProps } from "./check.tsx";
import classes from "./check.module.css";
import { Cost } from "./cost.tsx";
import { Reach } from "./reach.tsx";
import { SentBefore } from "./sent-before.tsx";
import { Span } from "./span.tsx";
import { Unicode } from "./unicode.tsx";

/** Whom it reaches, when, through what and for how much. */
export function BeforeItLeaves({
  draft: { when, basis },
  preview,
  current,
  onList,
}: Pick<CheckProps, "draft" | "preview" | "current" | "onList">) {
  const { time_zone: zone } = useSession().site;
  const { text } = preview;
  const rule = when && ruleOf(when, zone);
  return (
    <Panel title={t`Before it leaves`}>
      <dl className={classes.facts}>
        <div>
          <dt>{term("To", "recipient")}</dt>
          <dd>
            <Reach preview={preview} current={current} onList={onList} />
          </dd>
        </div>
        {text.personal && text.personal.ucs2 > 0 && (
          <div>
            <dt>{t`Alphabet`}</dt>
            <dd>
              <Unicode personal={text.personal} />
            </dd>
          </div>
        )}
        {preview.sent_before && <SentBefore message={preview.sent_before} />}
        <Span preview={preview} zone={when ? zone : undefined} />
        {rule?.repeat && (
          <div>
            <dt>{t`Again`}</dt>
            <dd>{inZone(repeatWords(rule), zone)}</dd>
          </div>
        )}
        <div>
          <dt>{t`Through`}</dt>
          <dd>
            {preview.sandbox ? (
              rich`${<bdi>{preview.gateway}</bdi>}: nothing reaches a real phone`
            ) : (
              <bdi>{preview.gateway}</bdi>
            )}
          </dd>
        </div>
        <div>
          <dt>{t`Kind`}</dt>
          <dd className={classes.capital}>{categoryWords[preview.category]}</dd>
        </div>
        {basis.trim() !== "" && (
          <div>
            <dt>{t`Basis other than consent`}</dt>
            <dd>
              <bdi>{basis}</bdi>
            </dd>
          </div>
        )}
      </dl>
      <Cost preview={preview} />
    </Panel>
  );
}
