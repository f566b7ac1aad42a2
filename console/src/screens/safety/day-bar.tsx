import { type Day, dayText, minutes } from "./hours.ts";
import classes from "./safety.module.css";

/** A day from midnight to midnight, with the time in which texts leave. */
export function DayBar({ day, label }: { readonly day: Day; readonly label: string }) {
  const [from = "00:00", to = "00:00"] = typeof day === "string" ? [] : day;
  const start = (minutes(from) / 1440) * 100;
  const width = Math.max(0, (minutes(to) / 1440) * 100 - start);
  return (
    <span role="img" aria-label={`${label}: ${dayText(day)}`} className={classes.bar}>
      {typeof day !== "string" && <span style={{ insetInlineStart: `${start}%`, inlineSize: `${width}%` }} />}
    </span>
  );
}
