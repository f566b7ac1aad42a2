import { Button, Menu, Textarea } from "@mantine/core";
import { useRef } from "react";

import { Icon } from "../../components/icon.tsx";
import { foreignCharacters, smsSize } from "../../lib/sms-size.ts";
import { plural } from "../../lib/format.ts";
import classes from "./compose.module.css";
import { Templates, type TemplatesProps } from "./templates.tsx";
import { TextMarks } from "./text-marks.tsx";
import type { Preview } from "./use-preview.ts";

const variables = [
  ["{{name}}", "Name"],
  ["{{first_name}}", "First name"],
  ["{{first_name | there}}", "First name, or “there”"],
  ["{{number}}", "Phone number"],
] as const;

export type TextFieldProps = {
  readonly text: string;
  readonly onChange: (text: string) => void;
  readonly onTemplate: TemplatesProps["onPick"];
  /** What the API says of the text; undefined until it has. */
  readonly measured: Preview["text"] | undefined;
  readonly error?: string | undefined;
};

/** The text, what it costs, and the very character that makes it dear. */
export function TextField({ text, onChange, onTemplate, measured, error }: TextFieldProps) {
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
          label="Text"
          size="md"
          autosize
          minRows={5}
          maxRows={16}
          dir="auto"
          value={text}
          error={error}
          classNames={{ input: classes.textInput ?? "" }}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      </div>
      <div className={classes.meter}>
        <Meter text={text} measured={measured} />
        <Templates text={text} onPick={onTemplate} />
        <Menu position="bottom-end">
          <Menu.Target>
            <Button variant="subtle" size="compact-sm" leftSection={<Icon name="plus" size={14} />}>
              Insert a variable
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {variables.map(([variable, label]) => (
              <Menu.Item key={variable} onClick={() => insert(variable)}>
                {label} <code>{variable}</code>
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      </div>
      <Dear text={text} measured={measured} onChange={onChange} />
    </div>
  );
}

function Meter({ text, measured }: Pick<TextFieldProps, "text" | "measured">) {
  const { parts, units, perPart, encoding } = smsSize(text);
  const longer = text && measured && measured.segments > parts.length;
  return (
    <p className={classes.size} data-dear={encoding === "ucs2" || undefined}>
      <strong>{plural(parts.length, "part", "parts")}</strong>
      <span>{parts.length === 1 ? `${units} of ${perPart} characters` : `${units} characters, ${perPart} a part`}</span>
      {encoding === "ucs2" && <span>Unicode</span>}
      {longer && <span>Up to {plural(measured.segments, "part", "parts")} as it is sent</span>}
    </p>
  );
}

/** Offers the API's replacement for the character that forces the costly alphabet. */
function Dear({ text, measured, onChange }: Pick<TextFieldProps, "text" | "measured" | "onChange">) {
  const forced = measured?.forced_by;
  if (!forced || !foreignCharacters(text).includes(forced.character)) return null;
  const { character, replacement, segments_replaced: after } = forced;
  const saved = measured.segments - after;
  return (
    <div className={classes.dear} role="status">
      <p>
        <mark>{character}</mark> is not in the SMS alphabet, so a part holds 70 characters instead of 160.
        {replacement !== null && saved > 0 && ` Without it: ${plural(after, "part", "parts")}.`}
      </p>
      {replacement !== null && (
        <Button size="compact-sm" variant="default" onClick={() => onChange(text.replaceAll(character, replacement))}>
          {replacement.trim() ? `Use ${replacement} instead` : replacement ? "Use a space instead" : "Remove it"}
        </Button>
      )}
    </div>
  );
}
