import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { Operations } from "tidings-client";

import { tidings } from "../../api/client.ts";
import { hasAudience } from "./audience.ts";
import { type Draft, previewedInput, type SendInput } from "./draft.ts";

export type Preview = Operations["previewMessage"]["data"];

/** The parts of all texts together; each person's own may have more or fewer. */
export const partsOf = ({ countries }: Preview): number => countries.reduce((sum, { segments }) => sum + segments, 0);

/** The key under which the preview of an input is kept. */
export const previewKey = (input: SendInput): readonly string[] => ["preview", JSON.stringify(input)];

/**
 * What the API says about the draft, after a pause in typing. People are counted before there is a text: a placeholder
 * stands in for it, and what is said of the text is meaningless then.
 */
export function usePreview(draft: Draft) {
  const input = previewedInput(draft);
  const audience = hasAudience(draft);
  // Without one there is nothing to ask, nor what was typed before it was there.
  const [debounced] = useDebouncedValue(audience ? JSON.stringify(input) : "", 250);
  const query = useQuery({
    queryKey: ["preview", debounced],
    queryFn: async ({ signal }) => await tidings.previewMessage(JSON.parse(debounced) as typeof input, { signal }),
    enabled: audience && debounced !== "",
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  });
  const current = debounced === JSON.stringify(input) && !query.isPlaceholderData;
  return {
    preview: audience ? query.data : undefined,
    error: audience && debounced === JSON.stringify(input) ? query.error : null,
    /** The figures are of the draft as it is now. */
    current,
    retry: () => void query.refetch(),
  };
}
