import { lastOfPath } from "../../lib/head-start.ts";
import { type QueryClient, queryOptions, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";

import { tidings } from "../../api/client.ts";
import { useCan } from "../../api/session.ts";
import { Loading } from "../../components/loading.tsx";
import { Outdated } from "../../components/outdated.tsx";
import { Page } from "../../components/page.tsx";
import { Panel } from "../../components/panel.tsx";
import { Phone } from "../../components/phone.tsx";
import { StoredDataLink } from "../../components/stored-data-link.tsx";
import { StateBadge } from "../../components/state-badge.tsx";
import { ThreadLink } from "../../components/thread-link.tsx";
import { t } from "../../lib/translate.ts";
import { useRouteParams } from "../../lib/use-route-params.ts";
import { ConsentHistory } from "./consent-history.tsx";
import { CustomFields } from "./custom-fields.tsx";
import { Memberships } from "./memberships.tsx";
import { PersonSuppressions } from "./person-suppressions.tsx";
import { SubscriberActions } from "./subscriber-actions.tsx";
import { SubscriberFacts } from "./subscriber-facts.tsx";
import classes from "./subscribers.module.css";

const subscriberQuery = (id: string) =>
  queryOptions({
    queryKey: ["subscribers", "one", id],
    queryFn: ({ signal }) => tidings.getSubscriber({ id: Number(id) }, { signal }),
  });

export const firstReads = (queries: QueryClient) => queries.prefetchQuery(subscriberQuery(lastOfPath()));

/** One person: whether they get texts, their groups, what is kept about them, and what they agreed to. */
export function Subscriber() {
  const { id } = useRouteParams("id");
  const query = useQuery(subscriberQuery(id));
  const { data: person } = query;
  const breadcrumbs = [{ label: t`Subscribers`, to: "/subscribers" }];
  if (!person) {
    return (
      <Page title={t`Subscriber`} breadcrumbs={breadcrumbs}>
        <Loading query={query} height={280} />
      </Page>
    );
  }
  return (
    <Page
      title={person.name || t`No name`}
      breadcrumbs={breadcrumbs}
      beside={<StateBadge of="subscriber" state={person.state} />}
      lead={<NumberLead number={person.mobile} />}
      actions={<SubscriberActions person={person} />}
    >
      {query.error && <Outdated error={query.error} onRetry={() => void query.refetch()} />}
      <div className={classes.panels}>
        <Panel title={t`Texts to this person`}>
          <SubscriberFacts person={person} />
          <PersonSuppressions person={person} />
        </Panel>
        <Memberships person={person} />
        <CustomFields values={person.custom_fields} />
        <Panel
          title={t`Consent`}
          lead={t`What was agreed to and taken back, newest first.`}
          actions={<StoredDataLink number={person.mobile} />}
        >
          <ConsentHistory person={person} />
        </Panel>
      </div>
    </Page>
  );
}

/** The number, and what was written to it and from it. */
function NumberLead({ number }: { readonly number: string }) {
  const can = useCan();
  return (
    <span className={classes.lead}>
      <Phone number={number} />
      {can("svc_outbox") && (
        <Link to="/outbox" search={{ recipient: number }}>{t`Everything sent to this number`}</Link>
      )}
      <ThreadLink number={number} />
    </span>
  );
}
