import "@mantine/core/styles/Pill.layer.css";
import { Button } from "@mantine/core";
import { useState } from "react";

import { ErrorView } from "../../components/error-view.tsx";
import { SmsTextField } from "../../components/sms-text/sms-text-field.tsx";
import type { Template } from "../../components/sms-text/template-menu.tsx";
import { plural, t } from "../../lib/translate.ts";
import { issuesOf } from "../../lib/use-api-form.ts";
import { Attachments } from "./attachments.tsx";
import { hasAudience } from "./audience.ts";
import { AudienceField } from "./audience-field.tsx";
import { BadNumbers, invalidNumbers, positionOf } from "./bad-numbers.tsx";
import classes from "./compose.module.css";
import { consentRefusal } from "./consent-refusal.ts";
import { ConsentRequired } from "./consent-required.tsx";
import { type Draft, type DraftChanges, hasContent } from "./draft.ts";
import { obstacleTo } from "./obstacle.ts";
import { Options } from "./options.tsx";
import { Reach, type ReachProps } from "./reach.tsx";
import { Templates } from "./templates.tsx";
import { Translations } from "./translations.tsx";
import type { LeftEntry } from "./use-audience-entry.ts";
import type { usePreview } from "./use-preview.ts";
import { WhenChoice } from "./when.tsx";
import { WithoutText } from "./without-text.tsx";

const shownAtFields = new Set([
  "message",
  "sender",
  "category",
  "consent_basis",
  "media_urls",
  "numbers",
  "schedule",
  "repeat",
]);

export type WriteProps = {
  readonly draft: Draft;
  readonly result: ReturnType<typeof usePreview>;
  readonly onChange: (changes: DraftChanges) => void;
  readonly onPick: (template: Template) => void;
  readonly onList: ReachProps["onList"];
  readonly onCheck: () => void;
};

/** Whom it goes to, what it says, when it leaves; the button at the end leads to the last look. */
export function Write({ draft, result, onChange, onPick, onList, onCheck }: WriteProps) {
  const { preview, error, current, retry } = result;
  const [left, setLeft] = useState<LeftEntry>(null);
  const issues = issuesOf(error);
  const invalid = invalidNumbers(preview, error);
  const elsewhere = error && !Object.keys(issues).some((name) => shownAtFields.has(name.replace(/\[\d+\]$/, "")));
  const audience = hasAudience(draft);
  const written = hasContent(draft);
  const refusal = error ? null : consentRefusal(preview);
  const obstacle = obstacleTo({ draft, preview, error, left });
  return (
    <section className={classes.sheet} aria-label={t`The message`}>
      <div className={classes.who}>
        <AudienceField
          audience={draft}
          onChange={onChange}
          bad={new Set(invalid.map((issue) => positionOf(issue, draft)))}
          error={issues["numbers"]}
          onLeft={setLeft}
        />
        {audience && !error && <Reach preview={preview} current={current} onList={onList} />}
        {written && !error && <WithoutText refused={preview?.refused_people ?? null} />}
        {audience && (error || current) && <BadNumbers invalid={invalid} draft={draft} onChange={onChange} />}
      </div>
      <SmsTextField
        label={t`Text`}
        text={draft.text}
        onChange={(text) => onChange({ text })}
        tools={<Templates text={draft.text} onPick={onPick} />}
        measured={draft.text.trim() !== "" && !error ? preview?.text : undefined}
        error={written ? issues["message"] : undefined}
      />
      <Attachments
        attachments={draft.attachments}
        onChange={onChange}
        issue={Object.entries(issues).find(([name]) => name.startsWith("media_urls"))?.[1]}
      />
      <Translations draft={draft} />
      {refusal && <ConsentRequired refusal={refusal} onList={onList} />}
      <Options draft={draft} onChange={onChange} issues={issues} asksBasis={refusal !== null} />
      <WhenChoice draft={draft} onChange={onChange} issues={issues} />
      {elsewhere && <ErrorView error={error} onRetry={retry} />}
      <div className={classes.bar}>
        <span className={classes.why} id="compose-why">
          {obstacle}
        </span>
        <Button
          onClick={() => {
            if (!obstacle) onCheck();
          }}
          size="md"
          aria-describedby="compose-why"
          {...(obstacle && { "data-disabled": true })}
          aria-disabled={Boolean(obstacle)}
        >
          {preview && !error && !obstacle
            ? plural(preview.people.final, "Check # text", "Check # texts")
            : t`Check the message`}
        </Button>
      </div>
    </section>
  );
}
