import type { OperatorReply } from "#app/operator";

import type { Io } from "./command.ts";

type Flags = Readonly<Record<string, { readonly wire: string }>>;

/**
 * A refusal of the API, with every parameter that is wrong.
 *
 * @param flags the names under which the user knows the parameters
 */
export function printRefusal({ message, data }: OperatorReply, io: Pick<Io, "err">, flags: Flags = {}): void {
  const details: readonly { field: string; message: string }[] = data?.details ?? [];
  const [only] = details;
  if (only && details.length === 1) return io.err(`tidings: ${flagOf(only.field, flags)} ${only.message}`);
  io.err(`tidings: ${message}`);
  for (const { field, message: text } of details) io.err(`  ${flagOf(field, flags)} ${text}`);
}

function flagOf(field: string, flags: Flags): string {
  const [, name = field, place = ""] = /^([^[.]+)(.*)$/.exec(field) ?? [];
  const flag = Object.entries(flags).find(([, { wire }]) => wire === name)?.[0];
  return flag === undefined ? field : `--${flag}${place}`;
}
