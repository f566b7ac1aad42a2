import { Button, Input, Textarea } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";

import { tidings } from "../../api/client.ts";
import { useCan, useSession } from "../../api/session.ts";
import { useCommands } from "../../commands/registry.ts";
import { announce } from "../../components/announce.tsx";
import { ErrorView } from "../../components/error-view.tsx";
import { Icon } from "../../components/icon.tsx";
import { Keys } from "../../components/keys.tsx";
import { showSentNothing } from "../../components/sent-nothing.ts";
import { TextMeter } from "../../components/sms-text/text-meter.tsx";
import { toast } from "../../components/overlays/toast.ts";
import { rich } from "../../lib/rich.ts";
import { sendOnce } from "../../lib/send-once.ts";
import { t } from "../../lib/translate.ts";
import { useOneAtATime } from "../../lib/use-one-at-a-time.ts";
import { answerDraft, keepAnswer, sendingAlone, watchAnswers } from "./answer-drafts.ts";
import { AnswerTemplates } from "./answer-templates.tsx";
import classes from "./thread.module.css";

export type AnswerProps = {
  readonly number: string;
  /** Of the subscriber with this number. */
  readonly name: string | undefined;
  /** Nothing may be sent to them. */
  readonly optedOut: boolean;
  /** The thread does not show what was sent. */
  readonly sentHidden: boolean;
};

/** Writes back: one text to one person, or why that is not possible. */
export function Answer({ number, name, optedOut, sentHidden }: AnswerProps) {
  const can = useCan();
  if (!number.startsWith("+")) {
    return <Refused>{t`This sender is a name and no phone number, so nothing can be sent to it.`}</Refused>;
  }
  if (optedOut) {
    return (
      <Refused>{t`This person opted out, so nothing can be sent to them. They can take it back themselves by writing START.`}</Refused>
    );
  }
  if (!can("svc_sendsms")) return <Refused>{t`To answer, you need a role that may send messages.`}</Refused>;
  return <Form number={number} name={name} sentHidden={sentHidden} />;
}

function Refused({ children }: { readonly children: string }) {
  return (
    <p className={classes.refused} role="note">
      <Icon name="ban" size={16} />
      <span>{children}</span>
    </p>
  );
}

function Form({ number, name, sentHidden }: Omit<AnswerProps, "optedOut">) {
  const queries = useQueryClient();
  const { id: user } = useSession().user;
  const [draft, setDraft] = useState(() => answerDraft(user, number));
  useEffect(() => watchAnswers(user, () => setDraft(answerDraft(user, number))), [user, number]);
  const field = useRef<HTMLTextAreaElement>(null);
  const id = useId();
  const { text } = draft;
  const send = useMutation({
    mutationFn: (input: string) =>
      sendingAlone(user, number, async () => {
        if (answerDraft(user, number).text !== input) return null;
        const sent = await sendOnce({
          input,
          open: answerDraft(user, number).attempt,
          send: (message, idempotencyKey) =>
            tidings.sendMessage(
              { numbers: [number], message, category: "transactional", personalize: false },
              { idempotencyKey },
            ),
          keep: (attempt) => keepAnswer(user, number, { attempt }),
        });
        // What was changed after an attempt that had arrived was not sent, and stays.
        if (sent.input === input) keepAnswer(user, number, { text: "" });
        return sent;
      }),
    onSuccess: async (sent) => {
      setDraft(answerDraft(user, number));
      if (!sent) return showSentNothing();
      // Where the thread does not show it, nothing else would.
      if (sentHidden) void toast({ message: t`The answer is on its way.` });
      else announce(t`The answer is on its way.`);
      await queries.invalidateQueries({ queryKey: ["inbox"] });
    },
  });
  const oneAtATime = useOneAtATime();
  // An attempt that is open may have arrived, also if the last call was refused.
  const failure = answerDraft(user, number).attempt
    ? t`The answer may have been sent. Trying again does not send it twice`
    : t`The answer was not sent`;
  /** What was sent in place of the text that was pressed for. */
  const earlierText = send.data && send.data.input !== send.variables ? send.data.input : null;
  useCommands([
    { id: "answer", label: t`Answer this person`, keys: "r", icon: "edit", run: () => field.current?.focus() },
  ]);
  const insert = (stored: string) => {
    const { selectionStart: from, selectionEnd: to } = field.current!;
    setDraft(keepAnswer(user, number, { text: text.slice(0, from) + stored + text.slice(to) }));
    // The menu gives the focus back, unless something else has it by then.
    setTimeout(() => {
      field.current?.focus();
      field.current?.setSelectionRange(from + stored.length, from + stored.length);
    });
  };
  const missing = text.trim() === "";
  const submit = () => {
    if (!missing) oneAtATime(() => send.mutateAsync(text));
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key === "Escape") field.current?.blur();
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    submit();
  };
  return (
    <form
      className={classes.answer}
      aria-label={t`Answer ${name || number}`}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {send.error && <ErrorView error={send.error} title={failure} unsure={failure} onRetry={submit} acted />}
      {earlierText !== null && (
        <p
          role="alert"
          className={classes.sentBefore}
        >{rich`Your first attempt had arrived: “${<bdi>{earlierText}</bdi>}”. What you changed since was not sent.`}</p>
      )}
      <div className={classes.label}>
        <Input.Label htmlFor={id}>{t`Your answer`}</Input.Label>
        <AnswerTemplates name={name} onPick={insert} />
      </div>
      <Textarea
        id={id}
        ref={field}
        autosize
        minRows={2}
        maxRows={6}
        maxLength={1_530}
        dir="auto"
        value={text}
        readOnly={send.isPending}
        onKeyDown={onKey}
        onChange={(event) => setDraft(keepAnswer(user, number, { text: event.currentTarget.value }))}
      />
      <div className={classes.send}>
        {missing ? (
          <span className={classes.hint} id="answer-hint">
            {t`Write something first.`}{" "}
            <span className={classes.keys}>
              {rich`${<Keys keys="r" />} begins, ${<Keys keys="mod+Enter" />} sends.`}
            </span>
          </span>
        ) : (
          <TextMeter text={text} literal />
        )}
        <Button
          type="submit"
          loading={send.isPending}
          aria-disabled={missing}
          aria-describedby={missing ? "answer-hint" : undefined}
          {...(missing && { "data-disabled": true })}
          leftSection={<Icon name="send" size={14} />}
        >{t`Send 1 text`}</Button>
      </div>
    </form>
  );
}
