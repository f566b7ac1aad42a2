import type { ReactNode } from "react";

/** A name and its value, in a `dl` that the screen lays out. */
export function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
