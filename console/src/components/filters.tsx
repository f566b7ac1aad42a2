import { Menu } from "@mantine/core";
import { useNavigate, useSearch } from "@tanstack/react-router";

import { t } from "../lib/translate.ts";
import classes from "./filters.module.css";
import { Icon } from "./icon.tsx";
import { SearchField } from "./search-field.tsx";

export type Filter = {
  /** Its name in the address. */
  readonly name: string;
  readonly label: string;
  /** A number stands in the address as one: `?group_id=5`. */
  readonly options: readonly { readonly value: string | number; readonly label: string }[];
};

export type FiltersProps = {
  readonly filters: readonly Filter[];
  /** A field for free text before the chips. */
  readonly search?: { readonly name: string; readonly label: string };
};

type Search = Readonly<Record<string, unknown>>;

type Change = (values: Search, how?: { readonly replace?: boolean }) => void;

/**
 * The values of the address's search, and a way to change some of them. `undefined` removes one. Back undoes a change,
 * but for those that `replace` what was there: each letter of a search is no step.
 */
export function useFilterState(): readonly [values: Search, change: Change] {
  const values: Search = useSearch({ strict: false });
  const navigate = useNavigate();
  const change: Change = (next, { replace = false } = {}) => {
    const search = (before: Search) => ({ ...before, ...next });
    void navigate({ to: ".", search: search as never, replace, resetScroll: false });
  };
  return [values, change];
}

const textOf = (value: unknown): string => (typeof value === "string" || typeof value === "number" ? `${value}` : "");

/** Chips whose state is in the address: a filtered list can be sent as a link, and Back undoes a filter. */
export function Filters({ filters, search }: FiltersProps) {
  const [values, change] = useFilterState();
  const set = filters.filter((filter) => values[filter.name] !== undefined);
  return (
    <search className={classes.filters}>
      {search && (
        <SearchField
          label={search.label}
          value={textOf(values[search.name])}
          onChange={(text) =>
            change({ [search.name]: text || undefined }, { replace: textOf(values[search.name]) !== "" && text !== "" })
          }
        />
      )}
      {filters.map((filter) => {
        const option = filter.options.find(({ value }) => value === values[filter.name]);
        return (
          <Menu key={filter.name} position="bottom-start">
            <Menu.Target>
              <button type="button" className={classes.chip} data-set={option !== undefined || undefined}>
                {filter.label}
                {option && <strong>{option.label}</strong>}
                <Icon name="chevron-down" size={12} />
              </button>
            </Menu.Target>
            <Menu.Dropdown>
              {filter.options.map(({ value, label }) => (
                <Menu.Item
                  key={value}
                  leftSection={<Icon name="check" size={14} className={value === option?.value ? "" : classes.off} />}
                  onClick={() => change({ [filter.name]: value === option?.value ? undefined : value })}
                >
                  {label}
                </Menu.Item>
              ))}
            </Menu.Dropdown>
          </Menu>
        );
      })}
      {set.length > 0 && (
        <button
          type="button"
          className={classes.clear}
          onClick={() => change(Object.fromEntries(set.map(({ name }) => [name, undefined])))}
        >{t`Clear filters`}</button>
      )}
    </search>
  );
}
