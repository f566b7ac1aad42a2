import { Button, Menu, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";

import { useSession } from "../../api/session.ts";
import { useFilterState } from "../../components/filters.tsx";
import { Icon } from "../../components/icon.tsx";
import { toast } from "../../components/toast.ts";
import { rich } from "../../lib/rich.ts";
import { t } from "../../lib/translate.ts";
import classes from "./outbox.module.css";
import { builtinViews, forgetView, type OutboxFilter, saveView, savedViews, sameFilter, searchOf } from "./views.ts";

/** Chooses a view, saves the filter that is set under a name, forgets a saved one. */
export function Views({ filter }: { readonly filter: OutboxFilter }) {
  const [, change] = useFilterState();
  const { id } = useSession().user;
  const [own, setOwn] = useState(() => savedViews(id));
  const [name, setName] = useState("");
  const current = [...builtinViews, ...own].find((view) => sameFilter(view.filter, filter));
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() === "") return;
    saveView(id, { name: name.trim(), filter });
    setOwn(savedViews(id));
    setName("");
    void toast({ message: t`Saved the view ${name.trim()}.` });
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
    <Menu position="bottom-start" width={260}>
      <Menu.Target>
        <Button variant="default" size="xs" rightSection={<Icon name="chevron-down" size={12} />}>
          {current?.name ?? t`Own filter`}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t`Views`}</Menu.Label>
        {builtinViews.map((view) => (
          <Menu.Item key={view.name} onClick={() => change(searchOf(view.filter))}>
            {view.name}
          </Menu.Item>
        ))}
        {own.length > 0 && <Menu.Label>{t`Yours, in this browser`}</Menu.Label>}
        {own.map((view) => (
          <Menu.Item key={view.name} onClick={() => change(searchOf(view.filter))}>
            <bdi>{view.name}</bdi>
          </Menu.Item>
        ))}
        {current && own.includes(current) && (
          <Menu.Item leftSection={<Icon name="trash" size={14} />} onClick={() => forget(current)}>
            {rich`Remove the view ${<bdi>{current.name}</bdi>}`}
          </Menu.Item>
        )}
        {!current && (
          <form className={classes.save} onSubmit={save}>
            <TextInput
              size="xs"
              label={t`Save this filter as`}
              maxLength={60}
              value={name}
              onChange={(event) => setName(event.currentTarget.value)}
              onKeyDown={(event) => event.stopPropagation()}
            />
            <Button type="submit" size="xs">{t`Save`}</Button>
          </form>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
