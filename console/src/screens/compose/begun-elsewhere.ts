import type { Schemas } from "tidings-client";

import { tidings } from "../../api/client.ts";
import { list } from "../../lib/format.ts";
import { pathOf } from "../../lib/media.ts";
import { instantOf, tomorrowAtNine, wallOf } from "../../lib/recurrence.ts";
import { isShown } from "../../lib/shown-text.ts";
import { t } from "../../lib/translate.ts";
import { type Audience, nobody } from "./audience.ts";
import type { Attachment, DraftChanges, DraftTemplate } from "./draft.ts";

export type Origin = "group" | "groups" | "segment" | "subscriber" | "user" | "message" | "at";

export type Begun = {
  readonly changes: DraftChanges;
  /** Said if it replaces something, or is not all that was there. */
  readonly notice: string;
  readonly incomplete: boolean;
};

/** Loaded when another screen leads to a new message: most are begun without one. @throws if there is no such thing */
export async function begunElsewhere(origin: Origin, wanted: number | string, zone: string): Promise<Begun> {
  if (origin === "at") return timed(`${wanted}`, zone);
  if (origin === "message") return writtenAgain(await tidings.getMessage({ id: `${wanted}` }));
  const { name, audience } = await recipient(origin, wanted);
  return { changes: { ...nobody, ...audience }, notice: t`The message goes to ${name} now.`, incomplete: false };
}

type Found = { readonly name: string; readonly audience: Partial<Audience> };

async function recipient(origin: Exclude<Origin, "message" | "at">, wanted: number | string): Promise<Found> {
  const id = Number(wanted);
  switch (origin) {
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

/** `tomorrow`, or a time of the zone. An address may be old or made up: what is no time to come changes nothing. */
function timed(wanted: string, zone: string): Begun {
  const now = new Date();
  const start = instantOf(wanted === "tomorrow" ? tomorrowAtNine(now, zone) : wanted, zone);
  const at = start && start > now && wallOf(start, zone);
  return {
    changes: at ? { when: { at, repeat: null, end: "" } } : {},
    notice: t`The new time is in place of the one before.`,
    incomplete: false,
  };
}

/**
 * Text, files and sender. Whom it goes to, and when, is chosen anew: who was in a group then is not who is in it now.
 *
 * @throws if its text may not be read, or is not kept any more
 */
async function writtenAgain({ message: text, media, sender, category }: Schemas["Message"]): Promise<Begun> {
  if (!isShown(text) || category === "otp") throw new Error("This text cannot be written again.");
  const [template, attachments] = await Promise.all([templateOf(text), Promise.all(media.map(attachmentAt))]);
  const kept = attachments.filter((one) => one !== null);
  const changes: DraftChanges = {
    ...nobody,
    text,
    template,
    attachments: kept,
    sender: sender ?? "",
    // To a single person it was transactional without anybody's choice: as a choice, it would need no consent of others.
    category: category === "marketing" ? category : "",
    basis: "",
    when: null,
  };
  const incomplete = kept.length < media.length;
  const notice = incomplete
    ? t`Some of its pictures are not kept any more: attach them again.`
    : t`That message is in place of your draft.`;
  return { changes, notice, incomplete };
}

/** With its template it is sent in everybody's own language, as it was. */
async function templateOf(text: string): Promise<DraftTemplate | null> {
  for await (const { id, name, text: own, variants } of tidings.listTemplates({ per_page: 100 }))
    if (own === text) return { id, name, text, languages: Object.keys(variants) };
  return null;
}

const OWN_FILE = /^\/m\/[\w-]{22}\.\w+$/;

/** A file as it can be attached; null: it is not kept any more. One on another host stays as it is, unasked. */
async function attachmentAt(url: string): Promise<Attachment | null> {
  const path = pathOf(url);
  if (!OWN_FILE.test(path)) return { url, type: "", bytes: 0, name: url };
  // Whether one is still there of which nothing is learned now, the service says when the message is checked.
  const response = await fetch(path, { method: "HEAD" }).catch(() => null);
  if (response?.status === 404 || response?.status === 410) return null;
  const headers = response?.ok ? response.headers : new Headers();
  return {
    url,
    type: headers.get("content-type") ?? "",
    bytes: Number(headers.get("content-length")),
    name: path.slice("/m/".length),
  };
}
