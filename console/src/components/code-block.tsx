import classes from "./code-block.module.css";

export type CodeBlockProps = {
  readonly text: string;
  /** Read out in place of the text's beginning. */
  readonly label?: string;
  /** `auto`: what somebody else wrote. */
  readonly dir?: "ltr" | "auto";
};

/** Code, or what a program said. It can be focused, because only what is focused scrolls by keyboard. */
export function CodeBlock({ text, label, dir = "ltr" }: CodeBlockProps) {
  return (
    <pre className={classes.code} dir={dir} translate="no" tabIndex={0} aria-label={label}>
      {text}
    </pre>
  );
}
