import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";

import { ErrorView } from "../../components/error-view.tsx";
import { Icon } from "../../components/icon.tsx";
import { Time } from "../../components/time.tsx";
import { intoSight } from "../../lib/into-sight.ts";
import { rich } from "../../lib/rich.ts";
import { plural, t } from "../../lib/translate.ts";
import classes from "./send-notice.module.css";
import type { Draft } from "./draft.ts";
import type { SendOutcome, useSend } from "./use-send.ts";

export type SendNoticeProps = {
  readonly attempt: Draft["attempt"];
  readonly send: ReturnType<typeof useSend>;
  readonly onRetry: () => void;
};

/** Why pressing the button did not send the message, and what is known of an earlier attempt. */
export function SendNotice({ attempt, send, onRetry }: SendNoticeProps) {
  if (send.isPending) return null;
  if (send.error) {
    const title = attempt
      ? t`The message may have been sent. Trying again does not send it twice`
      : t`The message was not sent`;
    return <ErrorView error={send.error} title={title} unsure={title} onRetry={onRetry} acted />;
  }
  if (attempt) {
    return (
      <Notice>{rich`This message was sent ${<Time at={new Date(attempt.at).toISOString()} />}, and no response came. It may have arrived: sending it again does not send it twice.`}</Notice>
    );
  }
  return send.data ? <Outcome outcome={send.data} /> : null;
}

function Outcome({ outcome }: { readonly outcome: SendOutcome }) {
  switch (outcome.kind) {
    case "grown":
      return (
        <Notice
          acted
        >{t`Nothing was sent: it would reach ${plural(outcome.people, "# person", "# people")} now, ${plural(outcome.people - outcome.before, "# person", "# people")} more than were shown. Send it if that is right.`}</Notice>
      );
    case "earlier":
      return (
        <Notice acted>
          {t`The first attempt had arrived: ${plural(outcome.sent.recipients.accepted ?? outcome.people, "# text", "# texts")} with what you had written then. What you changed since was not sent; sending it makes a second message.`}{" "}
          {outcome.sent.message_id && (
            <Link to="/messages/$id" params={{ id: outcome.sent.message_id }}>{t`Look at the message`}</Link>
          )}
        </Notice>
      );
    case "template_changed":
      return (
        <Notice
          acted
        >{t`Nothing was sent: the template was changed after you chose it. Go back and choose it again, or change the text to send it as it is here.`}</Notice>
      );
    default:
      return null;
  }
}

type NoticeProps = { readonly acted?: boolean; readonly children: ReactNode };

/** @param acted whether pressing the button has just led to it; otherwise it was known before */
function Notice({ acted = false, children }: NoticeProps) {
  return (
    <p ref={acted ? intoSight : null} role="alert" className={classes.notice}>
      <Icon name="alert" size={16} />
      <span>{children}</span>
    </p>
  );
}
