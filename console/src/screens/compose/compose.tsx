import { Button } from "@mantine/core";
import { createElement, useEffect, useRef, useState } from "react";

import { ErrorView } from "../../components/error-view.tsx";
import { useFilterState } from "../../components/filters/filters.tsx";
import { Icon } from "../../components/icon.tsx";
import { Page } from "../../components/page.tsx";
import { PhonePreview } from "../../components/phone-preview.tsx";
import { Skeleton } from "../../components/skeleton.tsx";
import { onDemand } from "../../lib/on-demand.ts";
import { t } from "../../lib/translate.ts";
import { hasAudience } from "./audience.ts";
import classes from "./compose.module.css";
import { hasContent, isEmpty } from "./draft.ts";
import { type ListedCount, listedCount } from "./listed-count.ts";
import { readersOf } from "./readers.ts";
import { usePreview } from "./use-preview.ts";
import { Sent } from "./sent.tsx";
import { useDraft } from "./use-draft.ts";
import { type Done, useSend } from "./use-send.ts";
import { useTemplates } from "./use-template.ts";
import { useWrittenTo } from "./use-written-to.ts";
import { Write } from "./write.tsx";

const useCheck = onDemand(async () => (await import("./check.tsx")).Check);
const useListedPeople = onDemand(async () => (await import("./listed-people.tsx")).ListedPeople);

const refused = t`The message cannot be sent like this`;

/** One box: who, what, send. `?step=check` is the last look. */
export function Compose() {
  const { draft, restored, change, discard } = useDraft();
  const [{ step, people }, changeAddress] = useFilterState();
  const [done, setDone] = useState<Done>();
  useWrittenTo(draft, change);
  const pick = useTemplates(draft, change);
  const result = usePreview(draft);
  const send = useSend((sent) => {
    changeAddress({ step: undefined }, { replace: true });
    setDone(sent);
  });
  useHeadingFocus(step);
  const audience = hasAudience(draft);
  const checking = step === "check" && audience && hasContent(draft);
  const back = () => changeAddress({ step: undefined });
  const Check = useCheck(checking, back);
  const closeList = () => changeAddress({ people: undefined });
  const listed = listedCount(people);
  const ListedPeople = useListedPeople(audience && listed !== undefined, closeList);
  if (done) return <Sent {...done} onNew={() => setDone(undefined)} />;
  const { preview, error, current, retry } = result;
  // The service adds the footer, so that the text that is checked is the one that leaves.
  const shown =
    (step === "check" && preview?.text.content) || (draft.text && `${draft.text}${preview?.text.footer ?? ""}`);
  const onList = (reason: ListedCount) => changeAddress({ people: reason });
  return (
    <Page
      {...(checking
        ? { title: t`Check the message`, lead: t`The last check before it leaves.` }
        : {
            title: t`New message`,
            ...(!isEmpty(draft) && { beside: <Kept restored={restored} />, actions: <Discard onClick={discard} /> }),
          })}
    >
      <div className={classes.columns}>
        {!checking ? (
          <Write
            draft={draft}
            result={result}
            onChange={change}
            onPick={pick}
            onList={onList}
            onCheck={() => {
              send.reset();
              changeAddress({ step: "check" });
            }}
          />
        ) : error ? (
          <div className={classes.check}>
            <ErrorView error={error} title={refused} unsure={t`The people could not be counted`} onRetry={retry} />
            <Button variant="default" onClick={back}>{t`Back to the text`}</Button>
          </div>
        ) : preview && Check ? (
          createElement(Check, { draft, preview, current, send, onBack: back, onList })
        ) : (
          <Skeleton width="100%" height={320} />
        )}
        <aside className={classes.side}>
          <PhonePreview
            text={shown}
            sender={draft.sender}
            attachments={draft.attachments}
            readers={readersOf(draft, preview, current)}
          />
        </aside>
      </div>
      {audience && ListedPeople && createElement(ListedPeople, { draft, preview, reason: listed, onClose: closeList })}
    </Page>
  );
}

function Kept({ restored }: { readonly restored: boolean }) {
  return <span className={classes.kept}>{restored ? t`Your draft from before` : t`Draft kept in this browser`}</span>;
}

function Discard({ onClick }: { readonly onClick: () => void }) {
  return (
    <Button
      variant="subtle"
      leftSection={<Icon name="trash" size={14} />}
      onClick={onClick}
    >{t`Discard the draft`}</Button>
  );
}

/** A screen reader continues at the step's heading; the first step is read from the page's top anyway. */
function useHeadingFocus(step: unknown): void {
  const shown = useRef(step);
  useEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    document.querySelector<HTMLElement>("#screen h1")?.focus();
  }, [step]);
}
