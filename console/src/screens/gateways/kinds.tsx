import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";

import { EmptyState } from "../../components/empty-state.tsx";
import { ErrorView } from "../../components/error-view.tsx";
import { Filters, useFilterState } from "../../components/filters/filters.tsx";
import { Page } from "../../components/page.tsx";
import { Skeleton } from "../../components/skeleton.tsx";
import { t } from "../../lib/translate.ts";
import classes from "./gateways.module.css";
import { type Kind, useKinds } from "./use-gateways.ts";

/** What each can do, in the words of people who write messages. */
function abilitiesOf({ abilities }: Kind): string[] {
  if (!abilities) return [];
  const { receipts, media, flash, credit } = abilities;
  return [receipts && t`receipts`, media && t`pictures`, flash && t`flash`, credit && t`credit`].filter(
    (one) => typeof one === "string",
  );
}

/** The first step of adding a gateway: the provider. */
export function Kinds() {
  const kinds = useKinds();
  const [values, change] = useFilterState();
  const query = typeof values["q"] === "string" ? values["q"].toLocaleLowerCase() : "";
  const found = kinds.data?.items.filter(({ kind, label, about }) =>
    `${kind} ${label} ${about ?? ""}`.toLocaleLowerCase().includes(query),
  );
  return (
    <Page
      title={t`Add a gateway`}
      breadcrumbs={[{ label: t`Gateways`, to: "/gateways" }]}
      lead={t`Choose your provider. What is not in the list works with “Any HTTP API” or over SMPP.`}
    >
      <div className={classes.search}>
        <Filters search={{ name: "q", label: t`Provider` }} filters={[]} />
      </div>
      {kinds.error && !kinds.data && <ErrorView error={kinds.error} onRetry={() => void kinds.refetch()} />}
      {kinds.isPending && <Skeleton height={420} />}
      {found?.length === 0 && (
        <EmptyState
          icon="filter"
          title={t`No provider has this name`}
          action={<Button variant="default" onClick={() => change({ q: undefined })}>{t`Show all providers`}</Button>}
        >{t`“Any HTTP API” connects to most others: you describe their request and their response.`}</EmptyState>
      )}
      {found && found.length > 0 && (
        <ul className={classes.kinds} aria-label={t`Providers`}>
          {found.map((kind) => (
            <li key={kind.kind}>
              <Link to="/gateways/kinds/$kind" params={{ kind: kind.kind }} className={classes.link}>
                {kind.label}
              </Link>
              {kind.about && <p className={classes.quiet}>{kind.about}</p>}
              <ul className={classes.abilities} aria-label={t`What ${kind.label} can do`}>
                {abilitiesOf(kind).map((one) => (
                  <li key={one}>{one}</li>
                ))}
              </ul>
            </li>
          ))}
        </ul>
      )}
    </Page>
  );
}
