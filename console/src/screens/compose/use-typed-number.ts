import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";

import { tidings } from "../../api/client.ts";
import type { Source, Sources } from "./use-sources.ts";
import type { Preview } from "./use-preview.ts";

/** What digits in the field mean. */
export type TypedNumber =
  /** No digits, but a name or nothing. */
  | { readonly is: "none" }
  | { readonly is: "unknown" }
  | { readonly is: "number" }
  | { readonly is: "person"; readonly source: Source }
  /** In the numbers of people who are offered. `valid`: it is a number of its own, too. */
  | { readonly is: "part"; readonly valid: boolean }
  | { readonly is: "invalid"; readonly issue: Preview["invalid_numbers"][number] };

export const isNumeric = (typed: string): boolean => /^[+\d\s()./-]+$/.test(typed) && /\d/.test(typed);

/** A message to nobody is refused: with another number, digits that are none are answered all the same. */
const FICTIONAL = "+12015550123";

/** The service decides what a phone number is: it knows the numbering plans and the country of the site. */
export function useTypedNumber(typed: string, { found, pending }: Sources): TypedNumber {
  const numeric = isNumeric(typed);
  const [asked] = useDebouncedValue(typed, 150);
  const check = useQuery({
    queryKey: ["preview", "number", asked],
    queryFn: async ({ signal }) => {
      const input = { numbers: [asked, FICTIONAL], message: ".", skip_invalid: true };
      return (await tidings.previewMessage(input, { signal })).invalid_numbers[0] ?? null;
    },
    enabled: numeric && asked === typed,
    staleTime: 60_000,
  });
  if (!numeric) return { is: "none" };
  // What could not be checked is: the preview of the message says what is wrong with it.
  const isChecked = check.data !== undefined || check.isError;
  if (pending || asked !== typed || !isChecked) return { is: "unknown" };
  const issue = check.data ?? null;
  const matches = found.filter(({ number }) => number !== undefined && isPartOf(typed, number));
  const [source] = matches;
  if (!source) return issue ? { is: "invalid", issue } : { is: "number" };
  const isWhole = issue === null && matches.length === 1 && isEndOf(typed, source.number!);
  return isWhole ? { is: "person", source } : { is: "part", valid: issue === null };
}

const digitsOf = (text: string): string => text.replaceAll(/\D/g, "");
const hasCountry = (typed: string): boolean => /^\s*(?:\+|00)/.test(typed);
/** Without what is dialed before it. */
const significant = (typed: string): string => digitsOf(typed).replace(/^0+/, "");

function isPartOf(typed: string, number: string): boolean {
  const digits = significant(typed);
  if (digits === "") return false;
  return hasCountry(typed) ? digitsOf(number).startsWith(digits) : digitsOf(number).includes(digits);
}

function isEndOf(typed: string, number: string): boolean {
  const digits = significant(typed);
  return hasCountry(typed) ? digitsOf(number) === digits : digitsOf(number).endsWith(digits);
}
