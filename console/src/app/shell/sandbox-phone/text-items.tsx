import bubbles from "../../../components/bubbles.module.css";
import { Media } from "../../../components/media.tsx";
import { StateBadge } from "../../../components/state-badge.tsx";
import { Time } from "../../../components/time.tsx";
import { rich } from "../../../lib/rich.ts";
import { dayName, readerZone } from "../../../lib/time.ts";
import { t } from "../../../lib/translate.ts";
import classes from "./text-thread.module.css";
import type { OwnText } from "./use-answers.ts";
import type { SandboxText } from "./use-sandbox-texts.ts";

type Item = { readonly at: string } & (
  | { readonly received: SandboxText; readonly answer?: undefined }
  | { readonly answer: OwnText; readonly received?: undefined }
);

export type TextItemsProps = {
  /** Newest first, both of them. */
  readonly texts: readonly SandboxText[];
  readonly answers: readonly OwnText[];
};

/** Texts and answers in the order in which they were written. */
export function TextItems({ texts, answers }: TextItemsProps) {
  const items: Item[] = [
    ...texts.toReversed().map((received) => ({ at: received.at, received })),
    ...answers.toReversed().map((answer) => ({ at: answer.at, answer })),
  ].toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at));
  const dayOf = (item: Item | undefined) => item && dayName(new Date(item.at), readerZone());
  const firstOfSender = new Set(texts.filter(({ from }, index) => from !== texts[index + 1]?.from));
  return (
    <ol className={bubbles.items}>
      {items.map((item, index) => {
        const { received, answer, at } = item;
        const newDay = dayOf(item) !== dayOf(items[index - 1]);
        return (
          <li key={received ? `text ${received.id}` : `answer ${answer.key}`} data-own={answer ? true : undefined}>
            {newDay && <p className={classes.day}>{dayOf(item)}</p>}
            <div className={bubbles.item}>
              {received && firstOfSender.has(received) && (
                <p className={classes.from}>{rich`From ${<bdi>{received.from}</bdi>}`}</p>
              )}
              <span className="visually-hidden">{received ? t`They received:` : t`They answered:`}</span>
              <Bubble text={received ? received.body : answer.text} />
              {received && <Media urls={received.media} />}
              <p className={classes.under}>
                <Time at={at} show="clock" />
                {received?.flash && <span>{t`Shown at once (flash)`}</span>}
                {answer?.keyword && <StateBadge of="reply" state={answer.keyword} />}
              </p>
            </div>
          </li>
        );
      })}
    </ol>
  );
}

function Bubble({ text }: { readonly text: string }) {
  if (text === "") return null;
  return (
    <p className={bubbles.bubble} dir="auto">
      {text}
    </p>
  );
}
