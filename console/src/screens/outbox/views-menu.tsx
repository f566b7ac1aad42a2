import { Button, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";

import { useSession } from "../../api/session.ts";
import { FilterChoice, FilterPanel } from "../../components/filter-panel.tsx";
import { useFilterState } from "../../components/filters.tsx";
import { Icon } from "../../components/icon.tsx";
import { toast } from "../../components/toast.ts";
import { rich } from "../../lib/rich.ts";
import { t } from "../../lib/translate.ts";
import classes from "./outbox.module.css";
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

/** Chooses a view, saves the filter that is set under a name, forgets a saved one. */
export function Views({ filter }: { readonly filter: OutboxFilter }) {
  const [, change] = useFilterState();
  const { id } = useSession().user;
  const [own, setOwn] = useState(() => savedViews(id));
  const [name, setName] = useState("");
  const [opened, setOpened] = useState(false);
  const current = [...builtinViews, ...own].find((view) => sameFilter(view.filter, filter));
  const choose = (view: SavedView) => {
    change(searchOf(view.filter));
    setOpened(false);
  };
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() === "") return;
    const before = savedViews(id).find((view) => view.name === name.trim());
    const keep = (view: SavedView) => {
      saveView(id, view);
      setOwn(savedViews(id));
    };
    keep({ name: name.trim(), filter });
    setName("");
    void toast(
      before
        ? { message: t`Replaced the view ${before.name}.`, undo: () => keep(before) }
        : { message: t`Saved the view ${name.trim()}.` },
    );
  };
  const forget = (view: (typeof own)[number]) => {
    forgetView(id, view.name);
    setOwn(savedViews(id));
    const undo = () => {
      saveView(id, view);
      setOwn(savedViews(id));
    };
    void toast({ message: t`Removed the view ${view.name}.`, undo });
  };
  return (
    <FilterPanel
      label={t`Views`}
      opened={opened}
      onChange={setOpened}
      button={(props) => (
        <Button {...props} variant="default" size="xs" rightSection={<Icon name="chevron-down" size={12} />}>
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
        <Button
          variant="subtle"
          size="xs"
          leftSection={<Icon name="trash" size={14} />}
          onClick={() => forget(current)}
        >
          <span>{rich`Remove the view ${<bdi>{current.name}</bdi>}`}</span>
        </Button>
      )}
      {!current && (
        <form className={classes.save} onSubmit={save}>
          <TextInput
            size="xs"
            label={t`Save this filter as`}
            maxLength={60}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Button type="submit" size="xs">{t`Save`}</Button>
        </form>
      )}
    </FilterPanel>
  );
}
