import type { List } from "../api/use-list.ts";
import { t } from "../lib/translate.ts";
import { ErrorView } from "./error-view.tsx";
import { Outdated } from "./outdated.tsx";
import { StillReading } from "./still-reading.tsx";

type ListNotesProps = { readonly list: List<unknown> };

const unread = t`The rest of the list could not be read`;

/** Above the rows of a list: that they could not be read again, or are those of the question before. */
export function ListNotes({ list }: ListNotesProps) {
  return (
    <>
      {Boolean(list.outdated) && <Outdated error={list.outdated} onRetry={list.retry} />}
      {list.stale && <StillReading />}
    </>
  );
}

/** Below them: why there are no more. */
export function MoreFailed({ list }: ListNotesProps) {
  if (!list.moreError) return null;
  return <ErrorView error={list.moreError} title={unread} unsure={unread} onRetry={list.loadMore} />;
}
