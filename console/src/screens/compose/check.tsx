import { Button } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { type Operations, TidingsConnectionError } from "tidings-client";

import { tidings } from "../../api/client.ts";
import { useSession } from "../../api/session.ts";
import { confirm, typedFrom } from "../../components/confirm.ts";
import { ErrorView } from "../../components/error-view.tsx";
import { Icon } from "../../components/icon.tsx";
import { Panel } from "../../components/panel.tsx";
import { Stat, StatRow } from "../../components/stat.tsx";
import { Time } from "../../components/time.tsx";
import { count, money, plural } from "../../lib/format.ts";
import { repeatWords } from "../../lib/repeat-words.ts";
import { ruleOf } from "../../lib/when.ts";
import classes from "./compose.module.css";
import { Cost } from "./cost.tsx";
import { type Draft, inputOf } from "./draft.ts";
import { Reach } from "./reach.tsx";
import { TextMe } from "./text-me.tsx";
import type { Preview } from "./use-preview.ts";

export type Sent = Operations["sendMessage"]["data"];

export type CheckProps = {
  readonly draft: Draft;
  readonly preview: Preview;
  readonly current: boolean;
  readonly onBack: () => void;
  readonly onSent: (sent: Sent, people: number) => void;
};

/** The last look: everything that deserves one, and the button that sends. */
export function Check({ draft, preview, current, onBack, onSent }: CheckProps) {
  const { people, text, cost, credit, warnings = [] } = preview;
  const { when } = draft;
  const { time_zone: zone } = useSession().site;
  const rule = when && ruleOf(when, zone);
  const action = `${when ? "Schedule" : "Send"} ${plural(people.final, "text", "texts")}`;
  const leaves = rule ? `It is sent: ${repeatWords(rule)}.` : "It leaves at once.";
  const send = useMutation({
    // The key belongs to the draft: pressing again after a lost reply answers what the first attempt did.
    mutationFn: async () => await tidings.sendMessage(inputOf(draft), { idempotencyKey: draft.key }),
    onSuccess: (sent) => onSent(sent, people.final),
  });
  const ask = async () => {
    if (send.isPending) return;
    const sure =
      people.final < typedFrom ||
      (await confirm({
        title: `This reaches ${plural(people.final, "person", "people")}`,
        body: `${leaves} That is ${plural(people.final * text.segments, "part", "parts")}${when?.repeat ? " each time" : ""}. What has left cannot be taken back.`,
        action,
        typed: count(people.final),
      }));
    if (sure) send.mutate();
  };
  return (
    <div className={classes.check}>
      <StatRow>
        <Stat label="People" value={count(people.final)} note={people.exact ? undefined : "estimated"} />
        <Stat
          label="Parts"
          value={count(people.final * text.segments)}
          note={`${plural(text.segments, "part", "parts")} each`}
        />
        {cost && (
          <Stat
            label="Cost"
            value={money(Number(cost.total), cost.currency)}
            note={cost.unpriced > 0 ? `${count(cost.unpriced)} people without a price` : undefined}
            tone={credit?.enough === false ? "bad" : "plain"}
          />
        )}
        {credit && (
          <Stat
            label="Credit"
            value={`${credit.amount} ${credit.unit}`}
            note={credit.enough === false ? "not enough for this message" : undefined}
            tone={credit.enough === false ? "bad" : "plain"}
          />
        )}
      </StatRow>
      {warnings.length > 0 && (
        <ul className={classes.warnings} aria-label="Warnings">
          {warnings.map((warning) => (
            <li key={warning}>
              <Icon name="alert" size={16} />
              <span dir="auto">{warning}</span>
            </li>
          ))}
        </ul>
      )}
      <Panel title="Before it leaves">
        <dl className={classes.facts}>
          <div>
            <dt>To</dt>
            <dd>
              <Reach people={people} current={current} />
            </dd>
          </div>
          <div>
            <dt>First text</dt>
            <dd>{when ? <Time at={preview.first_at} show="exact" /> : "At once"}</dd>
          </div>
          <div>
            <dt>Last text</dt>
            <dd>
              {preview.last_at ? (
                <Time at={preview.last_at} show="exact" />
              ) : (
                "As soon as the gateway has taken all of them"
              )}
            </dd>
          </div>
          {rule?.repeat && (
            <div>
              <dt>Again</dt>
              <dd>{repeatWords(rule)}</dd>
            </div>
          )}
          <div>
            <dt>Through</dt>
            <dd>
              <bdi>{preview.gateway}</bdi>
              {preview.sandbox && ": nothing reaches a real phone"}
            </dd>
          </div>
          <div>
            <dt>Kind</dt>
            <dd className={classes.capital}>{preview.category}</dd>
          </div>
        </dl>
        <Cost preview={preview} />
      </Panel>
      {send.error && (
        <ErrorView
          error={send.error}
          title={
            send.error instanceof TidingsConnectionError
              ? "The message may have been sent. Trying again does not send it twice"
              : "The message was not sent"
          }
          onRetry={() => send.mutate()}
        />
      )}
      <TextMe draft={draft} />
      <div className={classes.bar}>
        <Button variant="default" onClick={onBack}>
          Back to the text
        </Button>
        <Button
          size="md"
          loading={send.isPending}
          disabled={!current || people.final === 0}
          title={people.final === 0 ? "Nobody is left to send to." : undefined}
          leftSection={<Icon name="send" size={16} />}
          onClick={() => void ask()}
        >
          {action}
        </Button>
      </div>
    </div>
  );
}
