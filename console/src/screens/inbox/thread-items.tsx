import { Link } from "@tanstack/react-router";

import bubbles from "../../components/bubbles.module.css";
import { Media } from "../../components/media.tsx";
import { StateBadge } from "../../components/state-badge.tsx";
import { Time } from "../../components/time.tsx";
import { shownText } from "../../lib/shown-text.ts";
import { dayName, readerZone } from "../../lib/time.ts";
import { t } from "../../lib/translate.ts";
import classes from "./thread.module.css";
import type { ThreadItem } from "./use-thread.ts";

/** @param props.items newest first, as the API lists them */
export function ThreadItems({ items }: { readonly items: readonly ThreadItem[] }) {
  const shown = items.toReversed();
  const dayOf = (item: ThreadItem | undefined) => item && dayName(new Date(item.at), readerZone());
  return (
    <ol className={bubbles.items}>
      {shown.map((item, index) => {
        const newDay = dayOf(item) !== dayOf(shown[index - 1]);
        return (
          <li key={`${item.direction} ${item.id}`} data-own={item.direction === "sent" || undefined}>
            {newDay && <p className={classes.day}>{dayOf(item)}</p>}
            <Bubble item={item} />
          </li>
        );
      })}
    </ol>
  );
}

function Bubble({ item }: { readonly item: ThreadItem }) {
  const { direction, message, media, keyword, state, at, id } = item;
  return (
    <div className={bubbles.item}>
      <span className="visually-hidden">{direction === "received" ? t`They wrote:` : t`Sent to them:`}</span>
      {message !== "" && (
        <p className={bubbles.bubble} dir="auto">
          {shownText(message)}
        </p>
      )}
      <Media urls={media} />
      <p className={classes.under}>
        <Time at={at} show="clock" />
        {keyword && <StateBadge of="reply" state={keyword} />}
        {state && (
          <Link to="/outbox" search={{ entry: id }}>
            <StateBadge of="delivery" state={state} />
            <span className="visually-hidden"> {t`What became of this text`}</span>
          </Link>
        )}
      </p>
    </div>
  );
}
