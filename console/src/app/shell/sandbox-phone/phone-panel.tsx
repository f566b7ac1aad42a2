import { ActionIcon } from "@mantine/core";
import { useEffect, useEffectEvent, useRef } from "react";

import { useCan } from "../../../api/session.ts";
import type { List } from "../../../api/use-list.ts";
import { useSubscriber } from "../../../api/use-subscriber.ts";
import { announce } from "../../../components/announce.tsx";
import { Icon } from "../../../components/icon.tsx";
import { Phone } from "../../../components/phone.tsx";
import { StateBadge } from "../../../components/state-badge.tsx";
import { readablePhone } from "../../../lib/phone.ts";
import { t } from "../../../lib/translate.ts";
import type { useAttemptKey } from "../../../lib/use-attempt-key.ts";
import classes from "./phone-panel.module.css";
import { TextThreads } from "./text-threads.tsx";
import { TextThreadView } from "./text-thread.tsx";
import type { OwnText } from "./use-answers.ts";
import { useCoveredFocus } from "./use-covered-focus.ts";
import { useRead } from "./use-read.ts";
import { type SandboxText, threadsOf } from "./use-sandbox-texts.ts";

export type PhonePanelProps = {
  /** Names of the sandboxes among the gateways. */
  readonly gateways: readonly string[];
  readonly list: List<SandboxText>;
  /** Texts that arrived later are new; in milliseconds since 1970. */
  readonly since: number;
  /** Whose texts are shown; null: the numbers. */
  readonly number: string | null;
  readonly onNumber: (number: string | null) => void;
  /** What was written since the page was loaded, newest first. */
  readonly own: readonly OwnText[];
  readonly onOwn: (text: OwnText) => void;
  /** Outlives the panel, so that closing it does not forget an attempt. */
  readonly attempt: ReturnType<typeof useAttemptKey>;
  /** It was opened just now; otherwise it was already open when the page was left. */
  readonly takeFocus: boolean;
  readonly onClose: () => void;
  /** It covers what has the focus now, which keeps it. */
  readonly onCovering: () => void;
};

/** The phone: one thread for each number, or one of them. A screen can be used beside it. */
export function PhonePanel(props: PhonePanelProps) {
  const { gateways, list, since, number, onNumber, own, onOwn, attempt, takeFocus, onClose, onCovering } = props;
  const title = useRef<HTMLHeadingElement>(null);
  const box = useRef<HTMLElement>(null);
  const scrolledTo = useRef(0);
  const threads = threadsOf(list.rows);
  const read = useRead(list.rows, since, number);
  const focusTitle = useEffectEvent(() => {
    if (takeFocus || box.current?.contains(document.activeElement)) title.current?.focus({ preventScroll: true });
  });
  // After the element that opened it has given the focus back.
  useEffect(() => {
    const timer = setTimeout(focusTitle);
    return () => clearTimeout(timer);
  }, []);
  useAnnouncement(list.rows);
  useCoveredFocus(box, onCovering);
  const go = (next: string | null) => {
    const before = number;
    onNumber(next);
    requestAnimationFrame(() => {
      const row = before && next === null ? box.current?.querySelector<HTMLElement>(`[data-number="${before}"]`) : null;
      (row ?? title.current)?.focus({ preventScroll: true });
    });
  };
  return (
    <section
      ref={box}
      // After a click on a text, keys still go to the phone.
      tabIndex={-1}
      className={classes.phone}
      data-sandbox-phone
      aria-label={t`Sandbox phone`}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || event.defaultPrevented || event.nativeEvent.isComposing) return;
        event.stopPropagation();
        onClose();
      }}
    >
      <header className={classes.head}>
        {number !== null && (
          <ActionIcon
            variant="subtle"
            size={36}
            className={classes.touch}
            aria-label={t`All numbers`}
            onClick={() => go(null)}
          >
            <Icon name="chevron-left" size={20} mirror />
          </ActionIcon>
        )}
        <div className={classes.title}>
          <h2 ref={title} tabIndex={-1}>
            {number === null ? t`Sandbox phone` : <Phone number={number} />}
          </h2>
          {number === null ? <p>{t`What people would have received.`}</p> : <Person number={number} />}
        </div>
        <ActionIcon
          variant="subtle"
          size={36}
          className={classes.touch}
          aria-label={t`Close the sandbox phone`}
          onClick={onClose}
        >
          <Icon name="close" size={18} />
        </ActionIcon>
      </header>
      {number === null ? (
        <TextThreads
          list={list}
          threads={threads}
          unreadOf={read.unreadOf}
          startAt={scrolledTo.current}
          onScroll={(offset) => {
            scrolledTo.current = offset;
          }}
          onOpen={go}
        />
      ) : (
        <TextThreadView
          key={number}
          number={number}
          known={threads.find((thread) => thread.number === number)?.texts ?? []}
          {...{ gateways, own, onOwn, attempt }}
        />
      )}
    </section>
  );
}

/** The owner of the number, as far as the service knows. */
function Person({ number }: { readonly number: string }) {
  const subscriber = useSubscriber(number);
  const mayAnswer = useCan()("svc_subscribers");
  if (!subscriber) return mayAnswer ? <p>{t`You answer as this person.`}</p> : null;
  return (
    <p className={classes.person}>
      {subscriber.name && <bdi>{subscriber.name}</bdi>}
      <StateBadge of="subscriber" state={subscriber.state} />
    </p>
  );
}

/** Tells a screen reader what arrives while the phone is open. */
function useAnnouncement(rows: readonly SandboxText[]): void {
  const newest = rows[0];
  const last = useRef<string>(undefined);
  useEffect(() => {
    if (!newest) return;
    if (last.current !== undefined && last.current !== newest.id) {
      announce(t`New text to ${readablePhone(newest.to)}`, { live: true });
    }
    last.current = newest.id;
  }, [newest]);
}
