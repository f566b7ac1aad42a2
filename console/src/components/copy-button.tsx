import { Button } from "@mantine/core";
import { useState } from "react";

import { t } from "../lib/translate.ts";
import { announce } from "./announce.tsx";
import { Icon } from "./icon.tsx";

export type CopyButtonProps = {
  readonly text: string;
  /** Verb and object: "Copy the address". */
  readonly label: string;
  /** An icon alone; the label stays its name. */
  readonly small?: boolean;
};

/** Copies a text to the clipboard and confirms it at the button. */
export function CopyButton({ text, label, small = false }: CopyButtonProps) {
  const [state, setState] = useState<"idle" | "copied" | "refused">("idle");
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setState("copied");
      announce(t`Copied.`);
    } catch {
      // Over plain HTTP from another machine, browsers have no clipboard.
      setState("refused");
    }
    setTimeout(() => setState("idle"), 2_000);
  };
  const words = { idle: label, copied: t`Copied`, refused: t`Select it and press Ctrl-C` }[state];
  const icon = <Icon name={state === "copied" ? "check" : "copy"} size={14} />;
  return (
    <Button
      variant="default"
      size={small ? "compact-xs" : "xs"}
      onClick={() => void copy()}
      aria-label={words}
      {...(small ? { "data-hint": words } : { leftSection: icon })}
    >
      {small ? icon : words}
    </Button>
  );
}
