import { Button } from "@mantine/core";

import { useSession } from "../../api/session.ts";
import { Icon } from "../../components/icon.tsx";
import { Panel } from "../../components/panel.tsx";
import { Stat, StatRow } from "../../components/stat.tsx";
import { count, money } from "../../lib/format.ts";
import { repeatWords } from "../../lib/repeat-words.ts";
import { rich } from "../../lib/rich.ts";
import { serviceText } from "../../lib/service-text.ts";
import { inZone } from "../../lib/time.ts";
import { plural, t, term } from "../../lib/translate.ts";
import { ruleOf } from "../../lib/when.ts";
import { categoryWords } from "./category-words.ts";
import classes from "./compose.module.css";
import { Cost } from "./cost.tsx";
import type { Draft } from "./draft.ts";
import { Reach, type ReachProps } from "./reach.tsx";
import { SendNotice } from "./send-notice.tsx";
import { SentBefore } from "./sent-before.tsx";
import { Span } from "./span.tsx";
import { TextMe } from "./text-me.tsx";
import { Unicode } from "./unicode.tsx";
import { partsOf, type Preview } from "./use-preview.ts";
import type { useSend } from "./use-send.ts";
import { WithoutText } from "./without-text.tsx";

export type { Sent } from "./use-send.ts";

export type CheckProps = {
  readonly draft: Draft;
  readonly preview: Preview;
  readonly current: boolean;
  readonly send: ReturnType<typeof useSend>;
  readonly onBack: () => void;
  readonly onList: ReachProps["onList"];
};

/** The last look: everything that deserves one, and the button that sends. */
export function Check({ draft, preview, current, send, onBack, onList }: CheckProps) {
  const { people, text, cost, credit, warnings = [] } = preview;
  const { when } = draft;
  const { time_zone: zone } = useSession().site;
  const rule = when && ruleOf(when, zone);
  const action = when
    ? plural(people.final, "Schedule # text", "Schedule # texts")
    : plural(people.final, "Send # text", "Send # texts");
  const press = () => {
    if (!send.isPending && current) send.mutate({ draft, seen: preview });
  };
  return (
    <div className={classes.check}>
      <StatRow>
        <Stat label={t`People`} value={count(people.final)} note={people.exact ? undefined : t`estimated`} />
        <Stat
          label={t`Parts`}
          value={count(partsOf(preview))}
          note={
            text.segments_least === text.segments
              ? plural(text.segments, "# part each", "# parts each")
              : t`${text.segments_least} to ${plural(text.segments, "# part", "# parts")} each`
          }
        />
        {cost && (
          <Stat
            label={t`Cost`}
            value={money(Number(cost.total), cost.currency)}
            note={
              cost.unpriced > 0
                ? plural(cost.unpriced, "# person without a price", "# people without a price")
                : undefined
            }
            tone={credit?.enough === false ? "bad" : "plain"}
          />
        )}
        {credit && (
          <Stat
            label={t`Credit`}
            value={`${credit.amount} ${credit.unit}`}
            note={credit.enough === false ? t`not enough for this message` : undefined}
            tone={credit.enough === false ? "bad" : "plain"}
          />
        )}
      </StatRow>
      <WithoutText refused={preview.refused_people} />
      {warnings.length > 0 && (
        <ul className={classes.warnings} aria-label={t`Warnings`}>
          {warnings.map((warning) => (
            <li key={warning}>
              <Icon name="alert" size={16} />
              <span dir="auto">{serviceText(warning)}</span>
            </li>
          ))}
        </ul>
      )}
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
        </dl>
        <Cost preview={preview} />
      </Panel>
      <SendNotice attempt={draft.attempt} send={send} onRetry={press} />
      <TextMe draft={draft} category={preview.category} />
      <div className={classes.bar}>
        <Button
          variant="default"
          disabled={send.isPending}
          title={send.isPending ? t`Wait until it is known whether the message was sent.` : undefined}
          onClick={onBack}
        >{t`Back to the text`}</Button>
        <Button
          size="md"
          loading={send.isPending}
          disabled={!current || (people.final === 0 && !draft.attempt)}
          title={people.final === 0 && !draft.attempt ? t`Nobody is left to send to.` : undefined}
          leftSection={<Icon name="send" size={16} />}
          onClick={press}
        >
          {action}
        </Button>
      </div>
    </div>
  );
}
