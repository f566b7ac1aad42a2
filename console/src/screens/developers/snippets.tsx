import { SegmentedControl } from "@mantine/core";

import { CodeBlock } from "../../components/code-block.tsx";
import { CopyButton } from "../../components/copy-button.tsx";
import { useFilterState } from "../../components/filters/filters.tsx";
import { t } from "../../lib/translate.ts";
import type { Language } from "./call-snippets.ts";
import classes from "./developers.module.css";

const languages = [
  { value: "curl", label: "curl" },
  { value: "ts", label: "TypeScript" },
  { value: "py", label: "Python" },
  { value: "php", label: "PHP" },
] as const satisfies readonly { readonly value: Language; readonly label: string }[];

export type SnippetsProps = {
  /** What the snippets do: "Send a text". */
  readonly label: string;
  readonly texts: Readonly<Partial<Record<Language, string>>>;
};

/** The same program in several languages. The chosen one stands in the address. */
export function Snippets({ label, texts }: SnippetsProps) {
  const [values, change] = useFilterState();
  const offered = languages.filter(({ value }) => texts[value] !== undefined);
  const chosen = offered.find(({ value }) => value === values["lang"]) ?? offered[0];
  if (!chosen) return null;
  const text = texts[chosen.value] ?? "";
  return (
    <div className={classes.snippets}>
      <div className={classes.bar}>
        <SegmentedControl
          size="xs"
          aria-label={t`${label}: language`}
          data={[...offered]}
          value={chosen.value}
          onChange={(value) => change({ lang: value })}
        />
        <CopyButton text={text} label={t`Copy`} />
      </div>
      <CodeBlock program text={text} label={`${label}, ${chosen.label}`} />
    </div>
  );
}
