import { readablePhone } from "../lib/phone.ts";

/** A phone number in readable groups, from left to right in every language. It is copied without its spaces. */
export function Phone({ number, className }: { readonly number: string; readonly className?: string }) {
  return (
    <span
      dir="ltr"
      translate="no"
      className={className}
      onCopy={(event) => {
        if (document.getSelection()?.toString() !== readablePhone(number)) return;
        event.clipboardData.setData("text/plain", number);
        event.preventDefault();
      }}
    >
      {readablePhone(number)}
    </span>
  );
}
