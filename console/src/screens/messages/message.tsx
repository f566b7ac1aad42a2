import type { QueryClient } from "@tanstack/react-query";

import { ErrorView } from "../../components/error-view.tsx";
import { Outdated } from "../../components/outdated.tsx";
import { Page } from "../../components/page.tsx";
import { Panel } from "../../components/panel.tsx";
import { SentText } from "../../components/sent-text.tsx";
import { Skeleton } from "../../components/skeleton.tsx";
import { StateBadge } from "../../components/state-badge.tsx";
import { lastOfPath } from "../../lib/head-start.ts";
import { shownTitle } from "../../lib/shown-text.ts";
import { t } from "../../lib/translate.ts";
import { useRouteParams } from "../../lib/use-route-params.ts";
import { MessageActions } from "./message-actions.tsx";
import { MessageFacts } from "./message-facts.tsx";
import { MessagePace } from "./message-pace.tsx";
import { MessageRate } from "./message-rate.tsx";
import { MessageSpeed } from "./message-speed.tsx";
import { MessageSplit } from "./message-split.tsx";
import classes from "./messages.module.css";
import { ProgressBar } from "./progress-bar.tsx";
import { messageQuery, useMessage } from "./use-message.ts";

export const firstReads = (queries: QueryClient) => queries.prefetchQuery(messageQuery(lastOfPath()));

/** One message while it leaves and afterwards: progress, why people did not get it, and what can still be done. */
export function Message() {
  const { id } = useRouteParams("id");
  const query = useMessage(id);
  const { data: message } = query;
  const breadcrumbs = [{ label: t`Messages`, to: "/messages" }];
  if (query.error && !message) {
    return (
      <Page title={t`Message`} breadcrumbs={breadcrumbs}>
        <ErrorView error={query.error} onRetry={() => void query.refetch()} />
      </Page>
    );
  }
  if (!message) {
    return (
      <Page title={t`Message`} breadcrumbs={breadcrumbs}>
        <Skeleton height={280} />
      </Page>
    );
  }
  return (
    <Page
      title={shownTitle(message)}
      breadcrumbs={breadcrumbs}
      beside={<StateBadge of="message" state={message.state} />}
      actions={<MessageActions message={message} />}
    >
      {query.error && <Outdated error={query.error} onRetry={() => void query.refetch()} />}
      <div className={classes.panels}>
        <Panel title={t`Progress`}>
          <ProgressBar message={message} />
          <MessagePace message={message} />
          <MessageRate message={message} />
        </Panel>
        <Panel title={t`Text`}>
          <SentText text={message.message} media={message.media} />
          <MessageFacts message={message} />
        </Panel>
        <MessageSpeed key={message.message_id} message={message} />
        <MessageSplit id={message.message_id} state={message.state} />
      </div>
    </Page>
  );
}
