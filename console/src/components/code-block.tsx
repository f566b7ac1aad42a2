import classes from "./code-block.module.css";

export type CodeBlockProps = {
  readonly text: string;
  /** Read out in place of the text's beginning. */
  readonly label?: string;
  /** `auto`: text written by others. */
  readonly dir?: "ltr" | "auto";
  /** A program: its lines are scrolled, because one that is broken reads as two. */
  readonly program?: boolean;
};

/** Code, or the output of a program. It can be focused, because only a focused element scrolls by keyboard. */
export function CodeBlock({ text, label, dir = "ltr", program = false }: CodeBlockProps) {
  return (
    <pre
      className={classes.code}
      data-program={program || undefined}
      dir={dir}
      translate="no"
      tabIndex={0}
      aria-label={label}
    >
      {text}
    </pre>
  );
}
