import { Button } from "@mantine/core";
import { useState } from "react";

import { useSession } from "../../api/session.ts";
import { CopyButton } from "../../components/copy-button.tsx";
import { FilterChoice, FilterPanel } from "../../components/filters/filter-panel.tsx";
import { useFilterState } from "../../components/filters/filters.tsx";
import { Icon } from "../../components/icon.tsx";
import { toast } from "../../components/overlays/toast.ts";
import { rich } from "../../lib/rich.ts";
import { t } from "../../lib/translate.ts";
import classes from "./outbox.module.css";
import { ViewName } from "./view-name.tsx";
import {
  builtinViews,
  forgetView,
  type OutboxFilter,
  type SavedView,
  saveView,
  savedViews,
  sameFilter,
  searchOf,
} from "./views.ts";

/**
 * Chooses a view, saves the filter that is set under a name, gives a saved one another, forgets it; copies its address.
 */
export function Views({ filter }: { readonly filter: OutboxFilter }) {
  const [, change] = useFilterState();
  const { id } = useSession().user;
  const [own, setOwn] = useState(() => savedViews(id));
  const [opened, setOpened] = useState(false);
  const current = [...builtinViews, ...own].find((view) => sameFilter(view.filter, filter));
  const choose = (view: SavedView) => {
    change(searchOf(view.filter));
    setOpened(false);
  };
  const keep = (view: SavedView) => {
    saveView(id, view);
    setOwn(savedViews(id));
  };
  const save = (name: string) => {
    const before = savedViews(id).find((view) => view.name === name);
    keep({ name, filter });
    void toast(
      before
        ? { message: t`Replaced the view ${before.name}.`, undo: () => keep(before) }
        : { message: t`Saved the view ${name}.` },
    );
  };
  const forget = (view: SavedView) => {
    forgetView(id, view.name);
    setOwn(savedViews(id));
    void toast({ message: t`Removed the view ${view.name}.`, undo: () => keep(view) });
  };
  const rename = (view: SavedView, name: string) => {
    const replaced = savedViews(id).find((other) => other.name === name);
    if (replaced?.name === view.name) return;
    forgetView(id, view.name);
    keep({ name, filter: view.filter });
    const undo = () => {
      forgetView(id, name);
      keep(view);
      if (replaced) keep(replaced);
    };
    void toast({ message: t`The view ${view.name} is called ${name} now.`, undo });
  };
  return (
    <FilterPanel
      label={t`Views`}
      opened={opened}
      onChange={setOpened}
      button={(props) => (
        <Button {...props} variant="default" rightSection={<Icon name="chevron-down" size={12} />}>
          {current?.name ?? t`Custom filter`}
        </Button>
      )}
    >
      {builtinViews.map((view) => (
        <FilterChoice key={view.name} chosen={view === current} onChoose={() => choose(view)}>
          {view.name}
        </FilterChoice>
      ))}
      {own.length > 0 && <p className={classes.head}>{t`Yours, in this browser`}</p>}
      {own.map((view) => (
        <FilterChoice key={view.name} chosen={view === current} onChoose={() => choose(view)}>
          {view.name}
        </FilterChoice>
      ))}
      {current && own.includes(current) && (
        <>
          <ViewName
            key={current.name}
            label={t`Name of this view`}
            action={t`Rename`}
            initial={current.name}
            onName={(name) => rename(current, name)}
          />
          <Button
            variant="subtle"
            size="xs"
            leftSection={<Icon name="trash" size={14} />}
            onClick={() => forget(current)}
          >
            <span>{rich`Remove the view ${<bdi>{current.name}</bdi>}`}</span>
          </Button>
        </>
      )}
      {!current && <ViewName label={t`Save this filter as`} action={t`Save`} initial="" onName={save} />}
      {current !== builtinViews[0] && (
        <div className={classes.share}>
          <CopyButton text={addressOf(filter)} label={t`Copy the link to this view`} />
        </div>
      )}
    </FilterPanel>
  );
}

/** For a colleague: saved views are in this browser alone, an address shows the same to whoever may read the log. */
function addressOf(filter: OutboxFilter): string {
  const set = Object.entries(searchOf(filter)).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]));
  return `${location.origin}/outbox?${new URLSearchParams(set)}`;
}
