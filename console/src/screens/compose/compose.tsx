import "@mantine/core/styles/Pill.css";
import { Button } from "@mantine/core";
import { useEffect, useRef, useState } from "react";

import { useFilterState } from "../../components/filters.tsx";
import { ErrorView } from "../../components/error-view.tsx";
import { Icon } from "../../components/icon.tsx";
import { Page } from "../../components/page.tsx";
import { PhonePreview } from "../../components/phone-preview.tsx";
import { Skeleton } from "../../components/skeleton.tsx";
import { SmsTextField } from "../../components/sms-text-field.tsx";
import { plural, t } from "../../lib/translate.ts";
import { issuesOf } from "../../lib/use-api-form.ts";
import { Attachments } from "./attachments.tsx";
import { hasAudience } from "./audience.ts";
import { AudienceField } from "./audience-field.tsx";
import { BadNumbers, invalidNumbers, positionOf } from "./bad-numbers.tsx";
import { Check, type Sent as Result } from "./check.tsx";
import classes from "./compose.module.css";
import { hasContent, isEmpty } from "./draft.ts";
import { LeftOut, type LeftOutReason, leftOutReason } from "./left-out.tsx";
import { Options } from "./options.tsx";
import { Reach } from "./reach.tsx";
import { readersOf } from "./readers.ts";
import { Sent } from "./sent.tsx";
import { Templates } from "./templates.tsx";
import { Translations } from "./translations.tsx";
import { usePreview } from "./use-preview.ts";
import { useDraft } from "./use-draft.ts";
import { useSend } from "./use-send.ts";
import { useTemplates } from "./use-template.ts";
import { useWrittenTo } from "./use-written-to.ts";
import { WhenChoice } from "./when.tsx";
import { WithoutText } from "./without-text.tsx";

const refused = t`The message cannot be sent like this`;
const shownAtFields = new Set(["message", "sender", "category", "media_urls", "numbers", "schedule", "repeat"]);

/** One box: who, what, send. `?step=check` is the last look. */
export function Compose() {
  const { draft, restored, change, discard } = useDraft();
  const [{ step, left }, changeAddress] = useFilterState();
  const [done, setDone] = useState<{ readonly sent: Result; readonly people: number }>();
  const [numberLeft, setNumberLeft] = useState(false);
  useWrittenTo(draft, change);
  const pick = useTemplates(draft, change);
  const { preview, error, current, retry } = usePreview(draft);
  const send = useSend((sent, people) => {
    changeAddress({ step: undefined }, { replace: true });
    setDone({ sent, people });
  });
  useHeadingFocus(step);
  if (done) return <Sent {...done} onNew={() => setDone(undefined)} />;
  const issues = issuesOf(error);
  const invalid = invalidNumbers(preview, error);
  const elsewhere = error && !Object.keys(issues).some((name) => shownAtFields.has(name.replace(/\[\d+\]$/, "")));
  const people = error ? undefined : preview?.people;
  const audience = hasAudience(draft);
  const written = hasContent(draft);
  const missing = numberLeft
    ? t`A number is still in the field “To”: finish it or remove it.`
    : !audience
      ? t`Say whom it goes to.`
      : !written
        ? t`Write a text or attach a picture.`
        : error
          ? t`Mend what is marked first.`
          : preview?.refused_people
            ? t`Some people have no text.`
            : people?.final === 0
              ? t`Nobody is left to send to.`
              : undefined;
  // The service adds the footer: what is checked is what leaves.
  const shown =
    (step === "check" && preview?.text.content) || (draft.text && `${draft.text}${preview?.text.footer ?? ""}`);
  const phone = (
    <PhonePreview
      text={shown}
      sender={draft.sender}
      attachments={draft.attachments}
      readers={readersOf(draft, preview, current)}
    />
  );
  const onList = (reason: LeftOutReason) => changeAddress({ left: reason });
  const leftOut = (
    <LeftOut draft={draft} reason={leftOutReason(left)} onClose={() => changeAddress({ left: undefined })} />
  );
  if (step === "check" && audience && written) {
    return (
      <Page title={t`Check the message`} lead={t`The last look before it leaves.`}>
        <div className={classes.columns}>
          {error ? (
            <div className={classes.check}>
              <ErrorView error={error} title={refused} unsure={t`The people could not be counted`} onRetry={retry} />
              <Button
                variant="default"
                onClick={() => changeAddress({ step: undefined })}
              >{t`Back to the text`}</Button>
            </div>
          ) : preview ? (
            <Check
              draft={draft}
              preview={preview}
              current={current}
              send={send}
              onBack={() => changeAddress({ step: undefined })}
              onList={onList}
            />
          ) : (
            <Skeleton width="100%" height={320} />
          )}
          <aside className={classes.side}>{phone}</aside>
        </div>
        {leftOut}
      </Page>
    );
  }
  return (
    <Page
      title={t`New message`}
      beside={
        isEmpty(draft) ? null : (
          <span className={classes.kept}>{restored ? t`Your draft from before` : t`Draft kept in this browser`}</span>
        )
      }
      actions={
        isEmpty(draft) ? null : (
          <Button
            variant="subtle"
            leftSection={<Icon name="trash" size={14} />}
            onClick={discard}
          >{t`Discard the draft`}</Button>
        )
      }
    >
      <div className={classes.columns}>
        <section className={classes.sheet} aria-label={t`The message`}>
          <div className={classes.who}>
            <AudienceField
              audience={draft}
              onChange={change}
              bad={new Set(invalid.map((issue) => positionOf(issue, draft)))}
              error={issues["numbers"]}
              onLeft={setNumberLeft}
            />
            {audience && !error && <Reach preview={preview} current={current} onList={onList} />}
            {written && !error && <WithoutText refused={preview?.refused_people ?? null} />}
            {audience && (error || current) && <BadNumbers invalid={invalid} draft={draft} onChange={change} />}
          </div>
          <SmsTextField
            label={t`Text`}
            text={draft.text}
            onChange={(text) => change({ text })}
            tools={<Templates text={draft.text} onPick={pick} />}
            measured={draft.text.trim() !== "" && !error ? preview?.text : undefined}
            error={written ? issues["message"] : undefined}
          />
          <Attachments
            attachments={draft.attachments}
            onChange={change}
            issue={Object.entries(issues).find(([name]) => name.startsWith("media_urls"))?.[1]}
          />
          <Translations draft={draft} />
          <Options draft={draft} onChange={change} issues={issues} />
          <WhenChoice draft={draft} onChange={change} issues={issues} />
          {elsewhere && <ErrorView error={error} onRetry={retry} />}
          <div className={classes.bar}>
            <span className={classes.why} id="compose-why">
              {missing}
            </span>
            <Button
              onClick={() => {
                send.reset();
                if (!missing) changeAddress({ step: "check" });
              }}
              size="md"
              aria-describedby="compose-why"
              {...(missing && { "data-disabled": true })}
              aria-disabled={Boolean(missing)}
            >
              {people && !missing ? plural(people.final, "Check # text", "Check # texts") : t`Check the message`}
            </Button>
          </div>
        </section>
        <aside className={classes.side}>{phone}</aside>
      </div>
      {audience && leftOut}
    </Page>
  );
}

/** What follows is read from the step's heading on; the first one is read from the page's top anyway. */
function useHeadingFocus(step: unknown): void {
  const shown = useRef(step);
  useEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    document.querySelector<HTMLElement>("#screen h1")?.focus();
  }, [step]);
}
