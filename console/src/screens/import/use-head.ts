import { useQuery } from "@tanstack/react-query";

import { type FileShape, readCsv, textOf } from "./csv.ts";
import type { ChosenFile } from "./plan.ts";

/** Bytes of the beginning that are read in the browser. */
const head = 65_536;

/** The first rows as they stand in the file, the headings among them; at most eleven. */
export function useHead({ id, file }: ChosenFile, shape: FileShape | undefined): readonly (readonly string[])[] {
  const { data } = useQuery({
    queryKey: ["import head", id, shape?.encoding, shape?.delimiter],
    queryFn: async () => {
      const { text, delimiter } = await textOf(file.slice(0, head), shape);
      return readCsv(text, delimiter, 11).map((cells) => cells.map((cell) => cell.replaceAll(/\p{Cc}+/gu, " ").trim()));
    },
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: (before) => before,
  });
  return data ?? none;
}

const none: readonly (readonly string[])[] = [];
