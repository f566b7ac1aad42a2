import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import type { Schemas } from "tidings-client";

import { tidings } from "../../api/client.ts";
import type { Source, Sources } from "./use-sources.ts";

/** What digits in the field mean. */
export type TypedNumber =
  /** No digits, but a name or nothing. */
  | { readonly is: "none" }
  | { readonly is: "unknown" }
  | { readonly is: "number" }
  | { readonly is: "person"; readonly source: Source }
  /** In the numbers of people who are offered. `valid`: it is a number of its own, too. */
  | { readonly is: "part"; readonly valid: boolean }
  | { readonly is: "invalid"; readonly issue: Schemas["Detail"] };

export const isNumeric = (typed: string): boolean => /^[+\d\s()./-]+$/.test(typed) && /\d/.test(typed);

/** The service decides what a phone number is: it knows the numbering plans and the country of the site. */
export function useTypedNumber(typed: string, { found, pending }: Sources): TypedNumber {
  const numeric = isNumeric(typed);
  const [debounced] = useDebouncedValue(typed, 150);
  const check = useQuery({
    queryKey: ["number", debounced],
    queryFn: async ({ signal }) => (await tidings.getNumber({ number: debounced }, { signal })).issue,
    enabled: numeric && debounced === typed,
    staleTime: 60_000,
  });
  if (!numeric) return { is: "none" };
  // A number that could not be checked counts as valid: the preview of the message says what is wrong with it.
  const isChecked = check.data !== undefined || check.isError;
  if (pending || debounced !== typed || !isChecked) return { is: "unknown" };
  const issue = check.data ?? null;
  const matches = found.filter(({ number }) => number !== undefined && isPartOf(typed, number));
  const [source] = matches;
  if (!source) return issue ? { is: "invalid", issue } : { is: "number" };
  const isWhole = issue === null && matches.length === 1 && isWholeOf(typed, source.number!);
  return isWhole ? { is: "person", source } : { is: "part", valid: issue === null };
}

const LONGEST_COUNTRY_CODE = 3;

const digitsOf = (text: string): string => text.replaceAll(/\D/g, "");
const hasCountry = (typed: string): boolean => /^\s*(?:\+|00)/.test(typed);
/** Without what is dialed before it. */
const significant = (typed: string): string => digitsOf(typed).replace(/^0+/, "");

function isPartOf(typed: string, number: string): boolean {
  const digits = significant(typed);
  if (digits === "") return false;
  return hasCountry(typed) ? digitsOf(number).startsWith(digits) : digitsOf(number).includes(digits);
}

/** The number itself, with its country code or without. */
function isWholeOf(typed: string, number: string): boolean {
  const digits = significant(typed);
  const missing = digitsOf(number).length - digits.length;
  return digitsOf(number).endsWith(digits) && missing <= (hasCountry(typed) ? 0 : LONGEST_COUNTRY_CODE);
}
