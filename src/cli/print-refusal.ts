import type { OperatorReply } from "#app/operator";

import { cleanCell } from "./arguments.ts";
import type { Io } from "./command.ts";

type Detail = { readonly field: string; readonly message: string; readonly value?: unknown };
type Flags = Readonly<Record<string, { readonly wire: string }>>;

/**
 * A refusal of the API, with every parameter that is wrong.
 *
 * @param flags the names under which the user knows the parameters
 */
export function printRefusal({ message, data }: OperatorReply, io: Pick<Io, "err">, flags: Flags = {}): void {
  const details: readonly Detail[] = data?.details ?? [];
  const [first] = details;
  if (first && details.length === 1) return io.err(`tidings: ${subjectOf(first, flags)} ${first.message}`);
  // The API's sentence about several is the first of them, under the name of its parameter.
  const isFirst = first !== undefined && message === `${first.field} ${first.message}.`;
  const typed = Object.entries(flags).reduce(
    (text, [flag, { wire }]) => text.replace(`${wire}=true`, `--${flag}`),
    message,
  );
  io.err(`tidings: ${isFirst ? `${subjectOf(first, flags)} ${first.message}.` : typed}`);
  for (const one of details) io.err(`  ${subjectOf(one, flags)} ${one.message}`);
}

/** The place in a list means something to a program; a user knows the value that they typed. */
function subjectOf({ field, value }: Detail, flags: Flags): string {
  const [, name = field, place = ""] = /^([^[.]+)(.*)$/.exec(field) ?? [];
  const flag = Object.entries(flags).find(([, { wire }]) => wire === name)?.[0];
  const isTyped = /^\[\d+\]$/.test(place) && (typeof value === "string" || typeof value === "number");
  const typed = isTyped ? cleanCell(String(value)) : "";
  if (flag === undefined) return typed === "" ? field : typed;
  return typed === "" ? `--${flag}${place}` : `--${flag} ${typed}`;
}
