import { Button } from "@mantine/core";

import { tidings } from "../../../api/client.ts";
import { useCan } from "../../../api/session.ts";
import { useList } from "../../../api/use-list.ts";
import { ErrorView } from "../../../components/error-view.tsx";
import { capabilityNames } from "../../../lib/capability.ts";
import { t } from "../../../lib/translate.ts";
import { Reply } from "./reply.tsx";
import { Suppressed } from "./suppressed.tsx";
import type { PhonePanelProps } from "./phone-panel.tsx";
import classes from "./text-thread.module.css";
import { TextItems } from "./text-items.tsx";
import { useAnswers } from "./use-answers.ts";
import type { SandboxText } from "./use-sandbox-texts.ts";

export type TextThreadViewProps = Pick<PhonePanelProps, "gateways" | "own" | "onOwn" | "attempt"> & {
  readonly number: string;
  /** What the list of all numbers has read of it: shown until the thread itself has been read. */
  readonly known: readonly SandboxText[];
};

/** What one number received and answered, the newest last. */
export function TextThreadView({ number, known, gateways, own, onOwn, attempt }: TextThreadViewProps) {
  const list = useList(["sandbox", "thread", number], (cursor, signal) =>
    tidings.listSandboxMessages({ to: number, per_page: 50, ...(cursor && { cursor }) }, { signal }),
  );
  const { answers, error, retry } = useAnswers(number, gateways, own);
  // A STOP ends the memberships of the number's owner.
  const mayAnswer = useCan()("svc_subscribers");
  const received = list.pending || list.error ? known : list.rows;
  const oldest = list.hasMore ? received.at(-1)?.at : undefined;
  return (
    <>
      <div className={classes.scroll} tabIndex={0} role="region" aria-label={t`Texts and answers`}>
        <div>
          {list.hasMore && (
            <div className={classes.earlier}>
              <Button variant="default" size="xs" onClick={list.loadMore}>{t`Show earlier texts`}</Button>
            </div>
          )}
          {Boolean(list.error ?? list.moreError) && (
            <ErrorView
              error={list.error ?? list.moreError}
              title={t`The texts could not be read`}
              unsure={t`The texts could not be read`}
              onRetry={list.error ? list.retry : list.loadMore}
            />
          )}
          {Boolean(error) && (
            <ErrorView
              error={error}
              title={t`The answers could not be read`}
              unsure={t`The answers could not be read`}
              onRetry={retry}
            />
          )}
          {!list.pending && !list.error && received.length === 0 && (
            <p
              className={classes.nothing}
            >{t`The sandbox has no texts to this number any more: it keeps the newest, until the service restarts.`}</p>
          )}
          {/* Answers that are older than the texts that were read appear with those. */}
          <TextItems texts={received} answers={oldest ? answers.filter(({ at }) => at >= oldest) : answers} />
        </div>
      </div>
      <Suppressed number={number} />
      {mayAnswer ? (
        <Reply number={number} gateway={received[0]?.gateway} newest={received[0]} onOwn={onOwn} attempt={attempt} />
      ) : (
        <p className={classes.reading}>
          {t`An answer can subscribe this person or opt them out: it needs a role that may ${capabilityNames.svc_subscribers}.`}
        </p>
      )}
    </>
  );
}
