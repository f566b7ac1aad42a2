import { Button } from "@mantine/core";

import { Icon } from "../../components/icon.tsx";
import { plural, t } from "../../lib/translate.ts";
import { useOneAtATime } from "../../lib/use-one-at-a-time.ts";
import { BeforeItLeaves } from "./before-it-leaves.tsx";
import { CheckFigures } from "./check-figures.tsx";
import classes from "./compose.module.css";
import { consentRefusal } from "./consent-refusal.ts";
import { ConsentRequired } from "./consent-required.tsx";
import type { Draft } from "./draft.ts";
import type { ReachProps } from "./reach.tsx";
import { SendNotice } from "./send-notice.tsx";
import { TextMe } from "./text-me.tsx";
import type { Preview } from "./use-preview.ts";
import type { useSend } from "./use-send.ts";
import { Warnings } from "./warnings.tsx";
import { WithoutText } from "./without-text.tsx";

export type { Sent } from "./use-send.ts";

export type CheckProps = {
  readonly draft: Draft;
  readonly preview: Preview;
  readonly current: boolean;
  readonly send: ReturnType<typeof useSend>;
  readonly onBack: () => void;
  readonly onList: ReachProps["onList"];
};

/** The last look: everything that deserves one, and the button that sends. */
export function Check({ draft, preview, current, send, onBack, onList }: CheckProps) {
  const { people } = preview;
  const refusal = consentRefusal(preview);
  const obstacle = draft.attempt ? undefined : obstacleOf(people.final, refusal !== null);
  const action = draft.when
    ? plural(people.final, "Schedule # text", "Schedule # texts")
    : plural(people.final, "Send # text", "Send # texts");
  const oneAtATime = useOneAtATime();
  const press = () => {
    if (current) oneAtATime(() => send.mutateAsync({ draft, seen: preview }));
  };
  return (
    <div className={classes.check}>
      <CheckFigures preview={preview} />
      <WithoutText refused={preview.refused_people} />
      {refusal && <ConsentRequired refusal={refusal} onList={onList} />}
      <Warnings preview={preview} onList={onList} />
      <BeforeItLeaves {...{ draft, preview, current, onList }} />
      <SendNotice attempt={draft.attempt} send={send} onRetry={press} />
      <TextMe draft={draft} preview={preview} />
      <div className={classes.bar}>
        {obstacle && (
          <span className={classes.why} id="check-why">
            {obstacle}
          </span>
        )}
        <Button
          variant="default"
          disabled={send.isPending}
          title={send.isPending ? t`Wait until it is known whether the message was sent.` : undefined}
          onClick={onBack}
        >{t`Back to the text`}</Button>
        <Button
          size="md"
          loading={send.isPending}
          disabled={!current || obstacle !== undefined}
          aria-describedby={obstacle ? "check-why" : undefined}
          leftSection={<Icon name="send" size={16} />}
          onClick={press}
        >
          {action}
        </Button>
      </div>
    </div>
  );
}

/** Why it cannot be sent; an attempt without an answer may have been, and is asked for once more. */
function obstacleOf(people: number, isRefused: boolean): string | undefined {
  if (isRefused) return t`Not everybody has agreed to marketing.`;
  return people === 0 ? t`Nobody is left to send to.` : undefined;
}
