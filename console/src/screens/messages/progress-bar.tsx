import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";

import { useCan } from "../../api/session.ts";
import { Time } from "../../components/time.tsx";
import { commas } from "../../lib/commas.ts";
import { count, list, percent } from "../../lib/format.ts";
import { rich } from "../../lib/rich.ts";
import { serviceText } from "../../lib/service-text.ts";
import { plural, t } from "../../lib/translate.ts";
import classes from "./progress-bar.module.css";
import { shareOf } from "./share.ts";
import type { MessageDetail } from "./use-message.ts";
import { holdWord } from "./words.ts";

const parts = [
  { name: "delivered", label: t`Delivered`, search: { state: "delivered" } },
  { name: "sent", label: t`Sent`, search: { state: "sent" } },
  { name: "unknown", label: t`Uncertain`, search: { state: "unknown" } },
  { name: "failed", label: t`Did not arrive`, search: { status: "failed" } },
  { name: "pending", label: t`Waiting`, search: { state: "queued,held,sending" } },
] as const;

/** A bar of what became of all recipients, each part a link to its people for users who may read the log. */
export function ProgressBar({ message }: { readonly message: MessageDetail }) {
  const { progress } = message;
  const total = progress.total ?? message.recipients.accepted;
  if (message.state === "resolving")
    return (
      <p>
        {t`The recipients are being read.`} {waiting(message)}
      </p>
    );
  if (total === 0)
    return (
      <p>
        {t`Nobody is left to send this to.`} {message.reason === "no_recipients" ? t`Nothing was sent.` : ""}
      </p>
    );
  const shown = parts.map((part) => ({ ...part, count: progress[part.name] }));
  return (
    <div>
      <div
        className={classes.bar}
        role="img"
        aria-label={commas(shown.map(({ label, count: people }) => `${label}: ${count(people)}`))}
      >
        {shown
          .filter(({ count: people }) => people > 0)
          .map(({ name, count: people }) => (
            <span key={name} data-part={name} style={{ flexGrow: people }} />
          ))}
      </div>
      <ul className={classes.legend}>
        {shown.map(({ name, label, search, count: people }) => (
          <li key={name}>
            <Part name={name} search={{ message_id: message.message_id, ...search }}>
              <span>{label}</span>
              <strong>{count(people)}</strong>
              <span className={classes.share}>{percent(shareOf(people, total))}</span>
            </Part>
          </li>
        ))}
      </ul>
      <p className={classes.note}>
        {t`${progress.done} of ${plural(total, "# person", "# people")}.`} {waiting(message)}
      </p>
      {message.held && (
        <p className={classes.note}>
          <Held {...message.held} />
        </p>
      )}
    </div>
  );
}

type PartProps = { readonly name: string; readonly search: Record<string, string>; readonly children: ReactNode };

function Part({ name, search, children }: PartProps) {
  const can = useCan();
  const common = { "data-part": name, className: classes.part };
  if (!can("svc_outbox")) return <span {...common}>{children}</span>;
  return (
    <Link to="/outbox" search={search} {...common}>
      {children}
    </Link>
  );
}

function Held({ count: held, until, last, reasons }: NonNullable<MessageDetail["held"]>) {
  const texts = plural(held, "# text", "# texts");
  const why = list(reasons.map(holdWord), "unit");
  if (held === 1) return rich`${texts} is held (${why}) and tried again ${<Time at={until} />}.`;
  return until === last
    ? rich`${texts} are held (${why}) and tried again ${<Time at={until} />}.`
    : rich`${texts} are held (${why}): the first is tried again ${<Time at={until} />}, the last ${<Time at={last} />}.`;
}

const waiting = (message: MessageDetail): string => serviceText(message.waiting_for ?? "");
