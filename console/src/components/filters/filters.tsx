import { useNavigate, useSearch } from "@tanstack/react-router";
import type { ReactNode } from "react";

import { list } from "../../lib/format.ts";
import { onDemand } from "../../lib/on-demand.ts";
import { t } from "../../lib/translate.ts";
import { FilterChip } from "./filter-chip.tsx";
import classes from "./filters.module.css";
import { SearchField } from "../search-field.tsx";
import { UnfoldingButton } from "../unfolding-button.tsx";

const useOptions = onDemand(async () => (await import("./filter-options.tsx")).FilterOptions);

export type Filter = {
  /** Its name in the address. */
  readonly name: string;
  readonly label: string;
  /** A number is one in the address, too: `?group_id=5`. */
  readonly options: readonly Option[];
  /** Several options at once: in the address separated by commas, in the order of the options. */
  readonly several?: boolean;
};

export type Option = { readonly value: string | number; readonly label: string };

export type FiltersProps = {
  readonly filters: readonly Filter[];
  /** A field for free text before the chips. */
  readonly search?: { readonly name: string; readonly label: string };
  /** Chips whose choice is not one of a list, and their names in the address. */
  readonly more?: { readonly chips: ReactNode; readonly names: readonly string[] };
};

type Search = Readonly<Record<string, unknown>>;

type Change = (values: Search, how?: { readonly replace?: boolean }) => void;

/**
 * The values of the address's search, and a function that changes some of them. `undefined` removes one. Back undoes a
 * change, except those with `replace`: the letters of a search are not steps of the history.
 */
export function useFilterState(): readonly [values: Search, change: Change] {
  const values: Search = useSearch({ strict: false });
  const navigate = useNavigate();
  const change: Change = (next, { replace = false } = {}) => {
    const search = (before: Search) => ({ ...before, ...next });
    void navigate({ to: ".", search, replace, resetScroll: false });
  };
  return [values, change];
}

/** The values of a filter in the address. */
const chosenOf = (filter: Filter, value: unknown): readonly unknown[] =>
  filter.several && typeof value === "string" ? value.split(",") : [value];

/** More options than this would make a chip wider than a phone. */
const WORDS = 2;

const inWords = (options: readonly Option[]): string =>
  options.length > WORDS
    ? t`${options.length} chosen`
    : list(
        options.map(({ label }) => label),
        "unit",
      );

const textOf = (value: unknown): string => (typeof value === "string" || typeof value === "number" ? `${value}` : "");

/** In the order of the filter's options, so that one choice has one address. */
const toggled = (filter: Filter, chosen: readonly Option[], option: Option): readonly Option[] =>
  filter.options.filter((one) => chosen.includes(one) !== (one === option));

const valueOf = (options: readonly Option[]): string | undefined =>
  options.map(({ value }) => value).join(",") || undefined;

/** Chips whose state is in the address: a filtered list can be sent as a link, and Back undoes a filter. */
export function Filters({ filters, search, more }: FiltersProps) {
  const [values, change] = useFilterState();
  const names = [...filters.map(({ name }) => name), ...(more?.names ?? [])];
  const set = names.filter((name) => values[name] !== undefined);
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
      <div className={classes.chips}>
        {filters.map((filter) => {
          const wanted = chosenOf(filter, values[filter.name]);
          const chosen = filter.options.filter(({ value }) => wanted.includes(value));
          return (
            <UnfoldingButton
              key={filter.name}
              popup="menu"
              use={useOptions}
              button={(props) => (
                <FilterChip {...props} label={filter.label} set={chosen.length > 0 && <bdi>{inWords(chosen)}</bdi>} />
              )}
              more={{
                filter,
                chosen,
                onToggle: (option) => {
                  const next = toggled(filter, chosen, option);
                  change({ [filter.name]: filter.several ? valueOf(next) : next.find((one) => one === option)?.value });
                },
              }}
            />
          );
        })}
        {more?.chips}
      </div>
      {set.length > 0 && (
        <button
          type="button"
          className={classes.clear}
          onClick={() => change(Object.fromEntries(set.map((name) => [name, undefined])))}
        >{t`Clear filters`}</button>
      )}
    </search>
  );
}
