import { ActionIcon, Button, Textarea } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type KeyboardEvent, useRef, useState } from "react";

import { tidings } from "../../../api/client.ts";
import { announce } from "../../../components/announce.tsx";
import { ErrorView } from "../../../components/error-view.tsx";
import { Icon } from "../../../components/icon.tsx";
import { readablePhone } from "../../../lib/phone.ts";
import { findCode } from "./find-code.ts";
import type { PhonePanelProps } from "./phone-panel.tsx";
import classes from "./reply.module.css";
import type { OwnText } from "./use-answers.ts";
import type { SandboxText } from "./use-sandbox-texts.ts";

const keywords = ["STOP", "START", "HELP"];
/** By number: looking at another thread loses no text. */
const drafts = new Map<string, string>();

export type ReplyProps = Pick<PhonePanelProps, "onOwn" | "attempt"> & {
  readonly number: string;
  /** The sandbox that brought the newest text; undefined: the first one. */
  readonly gateway: string | undefined;
  readonly newest: SandboxText | undefined;
  readonly answers: readonly OwnText[];
};

/** Answers as the person: by one press, or in their own words. */
export function Reply({ number, gateway, newest, answers, onOwn, attempt }: ReplyProps) {
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
      announce(`${readablePhone(number)} answered.`);
      await Promise.all(
        ["sandbox", "inbox", "subscribers"].map((topic) => queries.invalidateQueries({ queryKey: [topic] })),
      );
    },
  });
  const answer = (words: string) => {
    if (!send.isPending) send.mutate({ from: number, text: words, ...(gateway !== undefined && { gateway }) });
  };
  const code = newest ? findCode(newest.body) : null;
  const answered = answers.some(({ text: words, at }) => words === code && newest && at >= newest.at);
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
          title="The answer did not arrive"
          unsure="The answer may have arrived. Trying again does not send it twice"
          onRetry={() => send.mutate(send.variables)}
        />
      )}
      <div ref={quick} tabIndex={-1} className={classes.quick} role="group" aria-label="Quick answers">
        {code !== null && !answered && (
          <Quick
            words={code}
            pending={send.isPending}
            current={send.variables?.text}
            filled
            onAnswer={(words) => {
              // The button goes away with the answer.
              quick.current?.focus();
              answer(words);
            }}
          />
        )}
        {keywords.map((words) => (
          <Quick key={words} words={words} pending={send.isPending} current={send.variables?.text} onAnswer={answer} />
        ))}
      </div>
      <form
        className={classes.form}
        aria-label={`Answer as ${readablePhone(number)}`}
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <Textarea
          className={classes.field}
          aria-label="Answer as this person"
          placeholder="Answer as this person"
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
          aria-label={missing ? "Send the answer: write something first" : "Send the answer"}
          aria-disabled={missing}
          {...(missing && { "data-disabled": true })}
        >
          <Icon name="arrow-up" size={18} />
        </ActionIcon>
      </form>
    </div>
  );
}

type QuickProps = {
  readonly words: string;
  readonly pending: boolean;
  /** What is being sent, or was last. */
  readonly current: string | undefined;
  readonly filled?: boolean;
  readonly onAnswer: (words: string) => void;
};

function Quick({ words, pending, current, filled = false, onAnswer }: QuickProps) {
  return (
    <Button
      size="compact-sm"
      radius="xl"
      variant={filled ? "filled" : "default"}
      aria-label={`Answer ${words}`}
      loading={pending && current === words}
      disabled={pending && current !== words}
      onClick={() => onAnswer(words)}
    >
      {words}
    </Button>
  );
}
