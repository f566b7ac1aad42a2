import { useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import { TidingsError } from "tidings-client";

import { tidings } from "../../api/client.ts";
import { useFilterState } from "../../components/filters/filters.tsx";
import type { Template } from "../../components/sms-text/template-menu.tsx";
import { toast } from "../../components/overlays/toast.ts";
import { t } from "../../lib/translate.ts";
import { type Draft, type DraftChanges, translates } from "./draft.ts";

type Change = (changes: DraftChanges | ((now: Draft) => DraftChanges)) => void;

/** How a template becomes the draft's text; what stood there before can be brought back. */
export function useTemplates(draft: Draft, change: Change): (template: Template) => void {
  const [{ template: wanted }, changeAddress] = useFilterState();
  const before = { text: draft.text, template: draft.template, category: draft.category };
  const pick = ({ id, name, text, category, variants }: Template) => {
    change({
      text,
      template: { id, name, text, languages: Object.keys(variants) },
      // A one-time password is sent by a program and not by hand.
      ...(category && category !== "otp" && { category }),
    });
    if (before.text.trim() && before.text !== text) {
      // A text that was written since, or a different message by now, is left unchanged.
      const undo = () => change((now) => (now.text === text ? before : {}));
      void toast({ message: t`The template replaced the text.`, undo });
    }
  };

  // `?template=5`: another screen chose it.
  const chosen = useTemplate(typeof wanted === "number" ? wanted : null);
  const pickChosen = useEffectEvent(() => {
    if (chosen.data) pick(chosen.data);
    else void toast({ message: t`This template does not exist any more.` });
    changeAddress({ template: undefined });
  });
  const arrived = chosen.data !== undefined || isGone(chosen.error);
  useEffect(() => {
    if (arrived) pickChosen();
  }, [arrived]);

  // By its id its translations are sent as they are now, so a text that was changed meanwhile is not sent unseen.
  const kept = useTemplate(translates(draft) ? draft.template!.id : null);
  const outdated = isGone(kept.error) || (kept.data !== undefined && kept.data.text !== draft.template?.text);
  const drop = useEffectEvent(() => {
    change({ template: null });
    void toast({ message: t`The template was changed meanwhile. Your text stays, without its translations.` });
  });
  useEffect(() => {
    if (outdated) drop();
  }, [outdated]);
  return pick;
}

function useTemplate(id: number | null) {
  return useQuery({
    queryKey: ["templates", "one", id],
    queryFn: async ({ signal }) => await tidings.getTemplate({ id: id! }, { signal }),
    enabled: id !== null,
  });
}

const isGone = (error: unknown): boolean => error instanceof TidingsError && error.status === 404;
