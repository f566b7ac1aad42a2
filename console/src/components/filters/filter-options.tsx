import { Menu } from "@mantine/core";

import type { Filter, Option } from "./filters.tsx";
import classes from "./filters.module.css";
import { Icon } from "../icon.tsx";
import { UnfoldedMenu, type UnfoldedProps } from "../unfolded.tsx";

export type FilterOptionsProps = UnfoldedProps & {
  readonly filter: Filter;
  readonly chosen: readonly Option[];
  readonly onToggle: (option: Option) => void;
};

/** The options of one filter. */
export function FilterOptions({ filter, chosen, onToggle, ...unfolded }: FilterOptionsProps) {
  return (
    <UnfoldedMenu {...unfolded} position="bottom-start" className={classes.menu}>
      {filter.options.map((option) =>
        filter.several ? (
          <Menu.CheckboxItem
            key={option.value}
            closeMenuOnClick={false}
            checked={chosen.includes(option)}
            checkIcon={<Icon name="check" size={14} />}
            onChange={() => onToggle(option)}
          >
            <bdi className={classes.option}>{option.label}</bdi>
          </Menu.CheckboxItem>
        ) : (
          <Menu.Item
            key={option.value}
            leftSection={<Icon name="check" size={14} className={chosen.includes(option) ? "" : classes.off} />}
            onClick={() => onToggle(option)}
          >
            <bdi className={classes.option}>{option.label}</bdi>
          </Menu.Item>
        ),
      )}
    </UnfoldedMenu>
  );
}
