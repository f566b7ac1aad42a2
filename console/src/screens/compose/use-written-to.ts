import { useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";

import { tidings } from "../../api/client.ts";
import { useFilterState } from "../../components/filters.tsx";
import { toast } from "../../components/toast.ts";
import { list } from "../../lib/format.ts";
import { sameInput } from "../../lib/send-once.ts";
import { t } from "../../lib/translate.ts";
import { type Audience, hasAudience, nobody } from "./audience.ts";
import type { Draft, DraftChanges } from "./draft.ts";

type Kind = "group" | "groups" | "segment" | "subscriber" | "user";
const kinds: readonly Kind[] = ["group", "groups", "segment", "subscriber", "user"];

const nowhere = Object.fromEntries(kinds.map((kind) => [kind, undefined]));

/** `?group=5`, `?groups=5,7`: another screen chose whom to write to. What was chosen before can be brought back. */
export function useWrittenTo(
  draft: Draft,
  change: (changes: DraftChanges | ((now: Draft) => DraftChanges)) => void,
): void {
  const [values, changeAddress] = useFilterState();
  const kind = kinds.find((name) => typeof values[name] === (name === "groups" ? "string" : "number"));
  const id = kind && (values[kind] as number | string);
  const wanted = useQuery({
    queryKey: ["compose", "written to", kind, id],
    queryFn: async () => {
      if (kind === undefined || id === undefined) return null;
      return await find(kind, id);
    },
    enabled: kind !== undefined,
    retry: false,
    gcTime: 0,
  });
  const choose = useEffectEvent(() => {
    const { data } = wanted;
    if (data) {
      const before = audienceOf(draft);
      const chosen = { ...nobody, ...data.audience };
      change(chosen);
      if (hasAudience(before) && !sameInput(before, chosen)) {
        // Recipients that were chosen since, and a different message by now, are left unchanged.
        const undo = () => change((now) => (sameInput(audienceOf(now), chosen) ? before : {}));
        void toast({ message: t`The message goes to ${data.name} now.`, undo });
      }
    } else void toast({ message: t`The recipient was not found. Choose somebody here.` });
    changeAddress(nowhere, { replace: true });
  });
  const arrived = kind !== undefined && (wanted.isSuccess || wanted.isError);
  useEffect(() => {
    if (arrived) choose();
  }, [arrived]);
}

type Found = { readonly name: string; readonly audience: Partial<Audience> };

async function find(kind: Kind, wanted: number | string): Promise<Found> {
  const id = Number(wanted);
  switch (kind) {
    case "group":
    case "groups": {
      const ids = `${wanted}`.split(",").map(Number);
      const found = await Promise.all(ids.map((one) => tidings.getGroup({ id: one })));
      const groups = found.map((group) => ({ id: group.id, name: group.name }));
      return { name: list(groups.map(({ name }) => name)), audience: { groups } };
    }
    case "segment": {
      const { name } = await tidings.getSegment({ id });
      return { name, audience: { segments: [{ id, name }] } };
    }
    case "subscriber": {
      const { name, mobile } = await tidings.getSubscriber({ id });
      return { name: name || mobile, audience: { people: [{ id, name: name || mobile, number: mobile }] } };
    }
    case "user": {
      const { name, username } = await tidings.getUser({ id });
      return { name: name || username, audience: { users: [{ id, name: name || username }] } };
    }
  }
}

/** Only whom it goes to: an undo leaves the text alone. */
function audienceOf({ everyone, groups, segments, people, users, roles, customers, numbers }: Audience): Audience {
  return { everyone, groups, segments, people, users, roles, customers, numbers };
}
