import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import type { Operations } from "tidings-client";

import { tidings } from "../../api/client.ts";
import { useSession } from "../../api/session.ts";
import { confirm, typedFrom } from "../../components/overlays/confirm.ts";
import { showSentNothing } from "../../components/sent-nothing.ts";
import { toast } from "../../components/overlays/toast.ts";
import { count } from "../../lib/format.ts";
import { repeatWords } from "../../lib/repeat-words.ts";
import { isForgotten, sameInput, sendOnce } from "../../lib/send-once.ts";
import { exactTime, inZone, readerZone } from "../../lib/time.ts";
import { plural, t } from "../../lib/translate.ts";
import { ruleOf } from "../../lib/when.ts";
import { consentRefusal } from "./consent-refusal.ts";
import { type Draft, emptyDraft, inputOf, isInput, type SendInput, translates } from "./draft.ts";
import { type DraftStore, draftStore } from "./draft-store.ts";
import { partsOf, type Preview, previewKey } from "./use-preview.ts";
import { waitsUntil } from "./waits.ts";

export type Sent = Operations["sendMessage"]["data"];

/** `waits`: when the first text leaves, if none does at once. */
export type Done = { readonly sent: Sent; readonly people: number; readonly waits: string | null };

export type SendOutcome =
  /** The draft is gone. */
  | ({ readonly kind: "sent" } & Done)
  /** It was sent as it was before it was changed; the draft is what it was changed to. */
  | ({ readonly kind: "earlier" } & Done)
  /** More people than were shown would get it: nothing was sent. */
  | { readonly kind: "grown"; readonly before: number; readonly people: number }
  | { readonly kind: "template_changed" }
  | { readonly kind: "kept" };

type Press = { readonly draft: Draft; readonly seen: Preview };

/** Sends the draft once, to no more people than were shown. */
export function useSend(onSent: (done: Done) => void) {
  const queries = useQueryClient();
  const { user, site } = useSession();
  const store = draftStore(user.id);
  return useMutation({
    mutationFn: async ({ draft, seen }: Press): Promise<SendOutcome> => {
      const input = inputOf(draft);
      if (!(await isCurrentTemplate(draft))) return { kind: "template_changed" };
      const shown = await readPreview(queries, input);
      if (hasGrown(seen, shown)) return grown(seen, shown);
      const lost = store.get().attempt;
      // An attempt without a response may have arrived, and its people may be over the cap by now: the preview is
      // requested again.
      if ((shown.people.final === 0 || consentRefusal(shown)) && !lost) return { kind: "kept" };
      if (lost && isForgotten(lost, Date.now())) {
        if (!(await mayDouble(shown, lost.at))) return { kind: "kept" };
        store.set((before) => ({ ...before, attempt: null }));
      }
      if (shown.people.final >= typedFrom) {
        if (!(await isSure(shown, draft, site.time_zone))) return { kind: "kept" };
        // The dialog may have been open for long.
        const now = await readPreview(queries, input);
        if (hasGrown(shown, now)) return grown(shown, now);
      }
      return await store.alone(() => sendDraft(store, input, shown));
    },
    onSuccess: (outcome) => {
      if (outcome.kind !== "sent") return;
      // What was read before does not include that this text was sent.
      queries.removeQueries({ queryKey: ["preview"] });
      onSent(outcome);
    },
  });
}

async function sendDraft(store: DraftStore, input: SendInput, shown: Preview): Promise<SendOutcome> {
  if (!isInput(store.get(), input)) {
    showSentNothing();
    return { kind: "kept" };
  }
  const done = await sendOnce({
    input,
    open: store.get().attempt,
    send: (what, idempotencyKey) => tidings.sendMessage(what, { idempotencyKey }),
    keep: (attempt) => store.set((before) => ({ ...before, attempt })),
  });
  const result = { sent: done.result, people: shown.people.final, waits: waitsUntil(shown, Date.now()) };
  if (!sameInput(done.input, input)) return { kind: "earlier", ...result };
  if (isInput(store.get(), input)) {
    store.set(() => emptyDraft);
    return { kind: "sent", ...result };
  }
  void toast({ message: t`The message was sent as it was. What you changed since is kept as a draft.` });
  return { kind: "kept" };
}

/** The preview as of now, which the screen shows from now on. */
async function readPreview(queries: QueryClient, input: SendInput): Promise<Preview> {
  const preview = await tidings.previewMessage(input);
  queries.setQueryData(previewKey(input), preview);
  return preview;
}

/** Estimates differ a little from one to the next. */
function hasGrown({ people: before }: Preview, { people: now }: Preview): boolean {
  const slack = before.exact && now.exact ? 1 : 1.02;
  return now.final > before.final * slack || (before.final < typedFrom && now.final >= typedFrom);
}

const grown = (before: Preview, now: Preview): SendOutcome => ({
  kind: "grown",
  before: before.people.final,
  people: now.people.final,
});

/** The stored template is sent: it may have been changed after it was chosen. */
async function isCurrentTemplate(draft: Draft): Promise<boolean> {
  const { template } = draft;
  return !template || !translates(draft) || (await tidings.getTemplate({ id: template.id })).text === template.text;
}

function isSure(preview: Preview, { when }: Draft, zone: string): Promise<boolean> {
  const { people } = preview;
  const rule = when && ruleOf(when, zone);
  const parts = partsOf(preview);
  const leaves = rule ? t`It is sent: ${inZone(repeatWords(rule), zone)}.` : t`It leaves at once.`;
  const size = when?.repeat
    ? plural(parts, "That is # part each time.", "That is # parts each time.")
    : plural(parts, "That is # part.", "That is # parts.");
  return confirm({
    title: plural(people.final, "This reaches # person", "This reaches # people"),
    body: `${leaves} ${size} ${t`What has left cannot be taken back.`}`,
    action: when
      ? plural(people.final, "Schedule # text", "Schedule # texts")
      : plural(people.final, "Send # text", "Send # texts"),
    keep: t`Keep the draft`,
    typed: count(people.final),
  });
}

function mayDouble({ people }: Preview, at: number): Promise<boolean> {
  return confirm({
    title: t`People may get this twice`,
    body: t`It was sent on ${exactTime(new Date(at), readerZone())}, and no response came. That is too long ago for the service to tell whether it arrived: look for it among the messages first.`,
    action: plural(people.final, "Send # text now", "Send # texts now"),
    keep: t`Keep the draft`,
    danger: true,
  });
}
