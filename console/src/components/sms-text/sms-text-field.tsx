import { Button, Textarea } from "@mantine/core";
import { type ReactNode, useRef } from "react";
import type { Operations } from "tidings-client";

import { forcedIn } from "../../lib/gsm-replacement.ts";
import { rich } from "../../lib/rich.ts";
import { foreignCharacters, isForeignScript, smsSize } from "../../lib/sms-size.ts";
import { plural, t } from "../../lib/translate.ts";
import classes from "./sms-text-field.module.css";
import { TextMarks } from "./text-marks.tsx";
import { TextMeter } from "./text-meter.tsx";
import { UnknownFields } from "../unknown-fields.tsx";
import { VariableMenu } from "./variable-menu.tsx";

export type SmsTextFieldProps = {
  readonly label: string;
  readonly text: string;
  readonly onChange: (text: string) => void;
  /** What the API reports about the text; undefined: nothing yet. */
  readonly measured?: Operations["previewMessage"]["data"]["text"] | undefined;
  readonly error?: string | undefined;
  readonly minRows?: number;
  /** More buttons beside the one for variables. */
  readonly tools?: ReactNode;
};

/** The text, what it costs, and the character that makes it expensive. */
export function SmsTextField(props: SmsTextFieldProps) {
  const { label, text, onChange, measured, error, minRows = 5, tools } = props;
  const input = useRef<HTMLTextAreaElement>(null);
  const insert = (variable: string) => {
    const { selectionStart: start = text.length, selectionEnd: end = text.length } = input.current ?? {};
    onChange(text.slice(0, start) + variable + text.slice(end));
    requestAnimationFrame(() => {
      input.current?.focus();
      input.current?.setSelectionRange(start + variable.length, start + variable.length);
    });
  };
  return (
    <div className={classes.text}>
      <div className={classes.textBox}>
        <TextMarks text={text} />
        <Textarea
          ref={input}
          label={label}
          size="md"
          autosize
          minRows={minRows}
          maxRows={16}
          dir="auto"
          value={text}
          error={error}
          classNames={{ input: classes.textInput ?? "" }}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      </div>
      <div className={classes.meter}>
        <TextMeter text={text} measured={measured} />
        {tools}
        <VariableMenu onInsert={insert} />
      </div>
      <UnknownFields text={text} />
      <Dear text={text} measured={measured} onChange={onChange} />
    </div>
  );
}

/**
 * Offers a replacement for the character that forces the more expensive encoding: the API's, or the same one computed
 * here before the API has answered.
 */
function Dear({ text, measured, onChange }: Pick<SmsTextFieldProps, "text" | "measured" | "onChange">) {
  const foreign = foreignCharacters(text);
  const forced = measured ? measured.forced_by : forcedIn(text);
  if (!forced || !foreign.includes(forced.character) || isForeignScript(foreign)) return null;
  const { character, replacement, segments_replaced: after } = forced;
  // Only the API knows how long a personal text becomes.
  const segments = measured?.segments ?? (text.includes("{{") ? 0 : smsSize(text).parts.length);
  return (
    <div className={classes.dear} role="status">
      <p>
        {rich`${<mark>{character}</mark>} is not in the SMS alphabet, so a part holds 70 characters instead of 160.`}
        {replacement !== null && after < segments && ` ${plural(after, "Without it: # part.", "Without it: # parts.")}`}
      </p>
      {replacement !== null && (
        <Button size="compact-sm" variant="default" onClick={() => onChange(text.replaceAll(character, replacement))}>
          {replacement.trim() ? t`Use ${replacement} instead` : replacement ? t`Use a space instead` : t`Remove it`}
        </Button>
      )}
    </div>
  );
}
