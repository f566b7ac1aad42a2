import { ActionIcon, Button, Textarea } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type KeyboardEvent, useRef, useState } from "react";

import { tidings } from "../../../api/client.ts";
import { announce } from "../../../components/announce.tsx";
import { ErrorView } from "../../../components/error-view.tsx";
import { Icon } from "../../../components/icon.tsx";
import { readablePhone } from "../../../lib/phone.ts";
import { t } from "../../../lib/translate.ts";
import type { PhonePanelProps } from "./phone-panel.tsx";
import classes from "./reply.module.css";
import type { SandboxText } from "./use-sandbox-texts.ts";
import { useConfirmation } from "./use-subscription.ts";

const keywords = ["STOP", "START", "HELP"];
/** By number, so that no text is lost when another thread is opened. */
const drafts = new Map<string, string>();

export type ReplyProps = Pick<PhonePanelProps, "onOwn" | "attempt"> & {
  readonly number: string;
  /** The sandbox that brought the newest text; undefined: the first one. */
  readonly gateway: string | undefined;
  readonly newest: SandboxText | undefined;
};

/** Replies as the person: with one press, or with a text of their own. */
export function Reply({ number, gateway, newest, onOwn, attempt }: ReplyProps) {
  const queries = useQueryClient();
  const [text, setText] = useState(() => drafts.get(number) ?? "");
  const write = (next: string) => {
    drafts.set(number, next);
    setText(next);
  };
  const send = useMutation({
    mutationFn: (input: { readonly from: string; readonly text: string; readonly gateway?: string }) =>
      tidings.replyAsSandboxPhone(input, { idempotencyKey: attempt.keyFor(input) }),
    onSuccess: async ({ id }, sent) => {
      attempt.done();
      onOwn({ key: id, number, at: new Date().toISOString(), text: sent.text, keyword: null });
      if (sent.text === drafts.get(number)) write("");
      announce(t`${readablePhone(number)} answered.`);
      await Promise.all(
        ["sandbox", "inbox", "subscribers"].map((topic) => queries.invalidateQueries({ queryKey: [topic] })),
      );
    },
  });
  const answer = (words: string) => {
    if (!send.isPending) send.mutate({ from: number, text: words, ...(gateway !== undefined && { gateway }) });
  };
  const { code, confirm } = useConfirmation(number, newest, attempt);
  const missing = text.trim() === "";
  const quick = useRef<HTMLDivElement>(null);
  const submit = () => {
    if (!missing) answer(text);
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    submit();
  };
  return (
    <div className={classes.reply}>
      {send.error && (
        <ErrorView
          error={send.error}
          title={t`The answer did not arrive`}
          unsure={t`The answer may have arrived. Trying again does not send it twice`}
          onRetry={() => send.mutate(send.variables)}
        />
      )}
      {confirm.error && (
        <ErrorView
          error={confirm.error}
          title={t`The code confirmed nothing`}
          unsure={t`The code may have been entered. Trying again does not enter it twice`}
          onRetry={() => confirm.mutate(confirm.variables)}
        />
      )}
      <div ref={quick} tabIndex={-1} className={classes.quick} role="group" aria-label={t`Quick answers`}>
        {code !== null && (
          <Button
            size="compact-sm"
            radius="xl"
            loading={confirm.isPending}
            onClick={() => {
              // The button disappears if the code was right.
              quick.current?.focus();
              if (!confirm.isPending) confirm.mutate({ mobile: number, activation: code });
            }}
          >
            {t`Enter ${code}`}
          </Button>
        )}
        {keywords.map((words) => (
          <Button
            key={words}
            size="compact-sm"
            radius="xl"
            variant="default"
            aria-label={t`Answer ${words}`}
            loading={send.isPending && send.variables.text === words}
            disabled={send.isPending && send.variables.text !== words}
            onClick={() => answer(words)}
          >
            {words}
          </Button>
        ))}
      </div>
      <form
        className={classes.form}
        aria-label={t`Answer as ${readablePhone(number)}`}
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <Textarea
          className={classes.field}
          aria-label={t`Answer as this person`}
          placeholder={t`Write an answer`}
          autosize
          minRows={1}
          maxRows={4}
          maxLength={1_600}
          dir="auto"
          value={text}
          readOnly={send.isPending}
          onKeyDown={onKey}
          onChange={(event) => write(event.currentTarget.value)}
        />
        <ActionIcon
          type="submit"
          variant="filled"
          size={36}
          className={classes.send}
          loading={send.isPending && send.variables.text === text}
          aria-label={missing ? t`Send the answer: write something first` : t`Send the answer`}
          aria-disabled={missing}
          {...(missing && { "data-disabled": true })}
        >
          <Icon name="arrow-up" size={18} />
        </ActionIcon>
      </form>
    </div>
  );
}
