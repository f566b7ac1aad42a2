import { exactTime, readerZone } from "../../lib/time.ts";

/** Before the page is printed, gives each relative time what `styles/print.css` shows in its place: on paper it ages. */
export function printTimes(): void {
  addEventListener("beforeprint", () => {
    for (const { dateTime, dataset } of document.querySelectorAll<HTMLTimeElement>("time[data-relative]"))
      dataset["printed"] = exactTime(new Date(dateTime), dataset["relative"] || readerZone());
  });
}
