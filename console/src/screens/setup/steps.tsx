import { t } from "../../lib/translate.ts";
import classes from "./setup.module.css";

const names = [t`Gateway`, t`Number`, t`Message`];

/** Where in the three steps the person is. */
export function Steps({ current }: { readonly current: 1 | 2 | 3 }) {
  return (
    <ol className={classes.steps} aria-label={t`Steps`}>
      {names.map((name, at) => (
        <li key={name} aria-current={at + 1 === current ? "step" : undefined} data-done={at + 1 < current || undefined}>
          {name}
        </li>
      ))}
    </ol>
  );
}
