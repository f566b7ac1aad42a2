import { t, term } from "../lib/translate.ts";

const mac = typeof navigator !== "undefined" && /Mac|iPhone|iPad/.test(navigator.userAgent);
const names: Readonly<Record<string, string>> = {
  mod: mac ? "⌘" : t`Ctrl`,
  Enter: term("Enter", "key"),
  Escape: t`Esc`,
};

/** The keys of a command as they are printed on a keyboard: `g o`, `mod+k`. */
export function Keys({ keys }: { readonly keys: string }) {
  const steps = keys.split(" ").map((step) => step.split("+").map((key) => names[key] ?? key.toUpperCase()));
  return (
    <span dir="ltr" style={{ display: "inline-flex", gap: 3 }}>
      {steps.flat().map((key, at) => (
        <kbd key={at}>{key}</kbd>
      ))}
    </span>
  );
}
