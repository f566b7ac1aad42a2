import { dateLocale } from "../../lib/locale.ts";

/** Before the page is printed, gives each relative time what `styles/print.css` shows in its place: on paper it ages. */
export function printTimes(): void {
  addEventListener("beforeprint", () => {
    const format = new Intl.DateTimeFormat(dateLocale(), { dateStyle: "short", timeStyle: "short" });
    for (const time of document.querySelectorAll<HTMLTimeElement>("time[data-relative]"))
      time.dataset["printed"] = format.format(new Date(time.dateTime));
  });
}
