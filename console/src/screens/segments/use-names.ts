import { useFields } from "../../api/use-fields.ts";
import { useGroups } from "../subscribers/use-groups.ts";
import type { Names } from "./describe.ts";
import { type Draft, subjectsOf } from "./filter.ts";

const nothing: Draft = { all: [], any: [] };

/** What conditions are about, by the names that people know. */
export function useNames(draft: Draft = nothing): Names {
  const fields = useFields();
  const groups = useGroups();
  return {
    subjects: subjectsOf(fields.data ?? [], draft),
    groups: new Map(groups.data?.map(({ id, name }) => [`${id}`, name])),
  };
}
