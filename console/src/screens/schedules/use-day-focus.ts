import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from "react";

import { dateLocale } from "../../lib/locale.ts";
import type { CalendarDay } from "./calendar-month.ts";
import { dayByKey } from "./calendar-keys.ts";

type DayFocus = {
  readonly grid: RefObject<HTMLTableElement | null>;
  /** The day that Tab leads to. */
  readonly active: string | undefined;
  readonly activate: (date: string) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
};

/** One day of the grid is in the order of Tab, and keys lead from it to the others, also of other months. */
export function useDayFocus(
  { days, month, today }: { readonly days: readonly CalendarDay[]; readonly month: string; readonly today: string },
  show: (month: string) => void,
): DayFocus {
  const grid = useRef<HTMLTableElement>(null);
  const [chosen, setChosen] = useState<string | null>(null);
  const [moved, setMoved] = useState<{ readonly date: string; readonly month: string } | null>(null);
  const find = (date: string | null) => days.find((day) => day.date === date && (day.inMonth || date === chosen));
  const active = (find(chosen) ?? find(today) ?? days.find(({ inMonth }) => inMonth))?.date;
  useEffect(() => {
    if (moved?.month !== month || moved.date !== active) return;
    const cell = grid.current?.querySelector<HTMLElement>(`[data-date="${moved.date}"]`);
    (cell?.querySelector("a") ?? cell)?.focus();
    setMoved(null);
  }, [moved, active, month]);
  return {
    grid,
    active,
    activate: setChosen,
    onKeyDown(event) {
      if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || active === undefined) return;
      const next = dayByKey(event.key, active, days, { month, locale: dateLocale() });
      if (next === null) return;
      event.preventDefault();
      setChosen(next.date);
      setMoved(next);
      if (next.month !== month) show(next.month);
    },
  };
}
