import { t } from "../lib/translate.ts";
import { CopyButton } from "./copy-button.tsx";
import { Icon } from "./icon.tsx";
import classes from "./secret-once.module.css";

export type SecretOnceProps = {
  /** "Application password of Shop" */
  readonly name: string;
  readonly secret: string;
};

/** A secret that the service keeps only as a hash: it is shown here once and never again. */
export function SecretOnce({ name, secret }: SecretOnceProps) {
  return (
    <section className={classes.box} aria-label={name}>
      <p>
        <strong>{name}</strong>
      </p>
      <div className={classes.line}>
        <code dir="ltr" translate="no" tabIndex={0}>
          {secret}
        </code>
        <CopyButton text={secret} label={t`Copy`} />
      </div>
      <p className={classes.note}>
        <Icon name="info" size={14} /> {t`Keep it now: it is not shown again.`}
      </p>
    </section>
  );
}
