import { Icon } from "../../components/icon.tsx";
import { serviceText } from "../../lib/service-text.ts";
import { t } from "../../lib/translate.ts";
import classes from "./gateways.module.css";

export type OutcomeProps = {
  readonly title: string;
  readonly steps: readonly { readonly step: string; readonly ok: boolean; readonly text: string }[];
};

/** What a test looked at, one thing after the other. */
export function Outcome({ title, steps }: OutcomeProps) {
  const wrong = steps.some(({ ok }) => !ok);
  return (
    <section className={classes.outcome} data-wrong={wrong || undefined} role="status" aria-label={title}>
      <h3>{title}</h3>
      <ul className={classes.steps}>
        {steps.map(({ step, ok, text }) => (
          <li key={step} data-wrong={!ok || undefined}>
            <Icon name={ok ? "check" : "cross"} size={14} />
            <span>
              <span className="visually-hidden">{ok ? t`Right:` : t`Wrong:`} </span>
              {serviceText(text)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
