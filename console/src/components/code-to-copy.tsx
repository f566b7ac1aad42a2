import classes from "./code-to-copy.module.css";
import { CopyButton } from "./copy-button.tsx";

export type CodeToCopyProps = {
  readonly text: string;
  /** What the button does: "Copy the address" */
  readonly label: string;
};

/** An address or the like that is entered in another program. */
export function CodeToCopy({ text, label }: CodeToCopyProps) {
  return (
    <div className={classes.line}>
      <code dir="ltr" translate="no" tabIndex={0}>
        {text}
      </code>
      <CopyButton text={text} label={label} />
    </div>
  );
}
