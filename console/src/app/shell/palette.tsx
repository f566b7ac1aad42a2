import "@mantine/spotlight/styles.layer.css";

import { Spotlight, createSpotlight } from "@mantine/spotlight";
import { useEffect, useState } from "react";

import { Icon } from "../../components/icon.tsx";
import { Keys } from "../../components/keys.tsx";
import { useCommandList } from "../../commands/registry.ts";
import { t } from "../../lib/translate.ts";
import classes from "./palette.module.css";
import { useParts } from "./use-parts.ts";
import { useSearchResults } from "./use-search-results.ts";

const [store, spotlight] = createSpotlight();

/** Words of what was typed, all of which must occur. */
function matches(label: string, typed: string): boolean {
  const text = label.toLocaleLowerCase();
  return typed
    .toLocaleLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

/** The library selects the first entry when something is typed, but the results of the search arrive later. */
function selectFirst(): void {
  const list = document.querySelector(`#${CSS.escape(store.getState().listId)}`);
  if (!list || list.querySelector("[data-selected]")) return;
  list.querySelector("[data-action]")?.setAttribute("data-selected", "true");
  store.updateState((state) => ({ ...state, selected: 0 }));
}

/** Screens and commands at once, and people and messages as soon as the search has answered. */
export function Palette({ onPicked, onClose }: { readonly onPicked: () => void; readonly onClose: () => void }) {
  const [typed, setTyped] = useState("");
  const listed = useCommandList();
  const parts = useParts();
  // Only once something is typed: a list of all of them would be long.
  const all = typed.trim() === "" ? listed : [...listed, ...parts];
  const commands = all.filter((command) => !command.keyOnly && matches(command.label, typed));
  const results = useSearchResults(typed);
  useEffect(() => spotlight.open(), []);
  const found = results.groups.flatMap(({ items }) => items.map(({ key }) => key)).join(" ");
  useEffect(() => {
    if (found !== "") selectFirst();
  }, [found]);
  const run = (action: () => void) => {
    spotlight.close();
    onPicked();
    action();
  };
  const nothing = commands.length === 0 && results.groups.length === 0;
  return (
    <Spotlight.Root
      store={store}
      query={typed}
      onQueryChange={setTyped}
      onSpotlightClose={onClose}
      shortcut={null}
      overlayProps={{ blur: 0 }}
      clearQueryOnClose={false}
      size={600}
      radius="lg"
      transitionProps={{ duration: 80 }}
      attributes={{ content: { "aria-label": t`Search or do` } }}
      scrollable
      maxHeight={440}
    >
      <Spotlight.Search
        aria-label={t`Search or do`}
        placeholder={t`A number, a name, a screen, a command`}
        leftSection={<Icon name="search" />}
      />
      <Spotlight.ActionsList>
        {results.groups.map((group) => (
          <Spotlight.ActionsGroup key={group.label} label={group.label} className={classes.group}>
            {group.items.map((item) => (
              <Spotlight.Action
                key={item.key}
                label={item.label}
                {...(item.detail ? { description: item.detail } : {})}
                leftSection={<Icon name={group.icon} size={16} />}
                onClick={() => run(item.open)}
              />
            ))}
          </Spotlight.ActionsGroup>
        ))}
        {commands.length > 0 && (
          <Spotlight.ActionsGroup label={t`Screens and commands`} className={classes.group}>
            {commands.map((command) => (
              <Spotlight.Action
                key={command.id}
                label={command.label}
                leftSection={<Icon name={command.icon ?? "chevron-right"} size={16} />}
                rightSection={command.keys && <Keys keys={command.keys} />}
                onClick={() => run(command.run)}
              />
            ))}
          </Spotlight.ActionsGroup>
        )}
        {nothing && (
          <Spotlight.Empty className={classes.empty}>
            {results.pending ? t`Searching…` : t`Nothing is called “${typed}”.`}
          </Spotlight.Empty>
        )}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  );
}
