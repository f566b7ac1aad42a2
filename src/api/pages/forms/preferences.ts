import type { Context, Hono } from "hono";

import { DomainError } from "#domain/error";
import { readPersonToken, type LinkedPerson } from "#domain/forms/person-link";
import { editSubscriber, type EditCommand } from "#domain/newsletter/edit-subscriber";
import { unsubscribePhone } from "#domain/newsletter/unsubscribe-phone";

import { provenanceOf } from "../../access/provenance.ts";
import { messageView } from "./code-view.ts";
import { isRightCode } from "./confirm-code.ts";
import { readEntered, type Entered } from "./entered-values.ts";
import type { FormPageDeps } from "./form-services.ts";
import { plainAppearance, publicPage } from "./layout.ts";
import { preferencesView, type Notice } from "./preferences-view.ts";
import { publicly } from "./public-handler.ts";
import { textsIn } from "./texts.ts";
import type { Texts } from "./texts/texts.ts";
import { visitorLocale } from "./visitor-locale.ts";

/**
 * `/p/l/{token}`: a person's groups. Opening it changes nothing, because messengers and virus scanners open links, too;
 * every change is a button.
 */
export function preferencesPages(app: Hono, services: FormPageDeps): void {
  const { subscriberRepository } = services;

  const handle = (change?: Change) =>
    publicly(async (c) => {
      const locale = await visitorLocale(services, c.req.raw);
      const texts = await textsIn(locale);
      const appearance = plainAppearance(locale);
      const token = c.req.param("token") ?? "";
      const id = await readPersonToken(services, token);
      const person = id === null ? null : await subscriberRepository.find(id);
      if (!person) {
        const body = messageView(texts.deadLinkTitle, texts.deadLink);
        return publicPage(appearance, { title: texts.deadLinkTitle, body, status: 404 });
      }
      const notice = (await change?.(services, c, person, texts)) ?? null;
      const now = change ? await subscriberRepository.find(person.id) : person;
      const action = `/p/l/${encodeURIComponent(token)}`;
      return publicPage(appearance, {
        title: texts.preferencesTitle,
        body: preferencesView(now ?? { ...person, memberships: [] }, { action, texts, notice }),
        status: notice?.bad ? 400 : 200,
      });
    }, services);

  app.get("/p/l/:token", handle());
  app.post("/p/l/:token", handle(change));
}

type Change = (services: FormPageDeps, c: Context, person: LinkedPerson, texts: Texts) => Promise<Notice>;

const change: Change = async (services, c, person, texts) => {
  const client = services.clientOf(c.env, c.req.raw.headers);
  if (provenanceOf(c.req.raw, client, services) === "foreign") return { text: texts.foreign, bad: true };
  const entered = await readEntered(c.req.raw);
  const { phone } = person;
  const { ip } = client;
  switch (entered.one("action")) {
    case "leave":
      await unsubscribePhone(services, { phone, groups: null, evidence: evidenceOf(ip) });
      return { text: texts.left };
    case "confirm": {
      const isRight = await isRightCode(services, { phone, code: entered.one("code"), groups: null, ip });
      return isRight ? { text: texts.confirmed } : { text: texts.wrongCode, bad: true };
    }
    case "save":
      return save(services, person, { groups: chosenGroups(person, entered), ip }, texts);
    default:
      return { text: texts.foreign, bad: true };
  }
};

const evidenceOf = (ip: string) => ({ source: "page", actor: null, ip });

async function save(
  services: FormPageDeps,
  { id }: LinkedPerson,
  { groups, ip }: { readonly groups: NonNullable<EditCommand["groups"]>; readonly ip: string },
  texts: Texts,
): Promise<Notice> {
  try {
    await editSubscriber(services, { id, groups, doubleOptIn: null, evidence: evidenceOf(ip), visitorIp: ip });
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    if (error.code === "not_in_this_state") return { text: texts.suppressed, bad: true };
    return { text: error.code === "too_many_requests" ? texts.limited : texts.failed, bad: true };
  }
  const after = await services.subscriberRepository.find(id);
  const isWaiting = after?.memberships.some(({ state }) => state === "pending") ?? false;
  return { text: isWaiting ? texts.savedWithCode : texts.saved };
}

/**
 * Only what the person changed themselves is changed. Groups that the page did not show stay as they are; of those that
 * the person was in, one that the page showed as checked and that they have left since is not joined, and one that it
 * showed as unchecked and that they have joined since is not left. (A page of an earlier release says of none that they
 * were in it.)
 */
function chosenGroups({ memberships }: LinkedPerson, { many }: Entered): NonNullable<EditCommand["groups"]> {
  const [shown, chosen, wasMember] = [new Set(many("shown")), new Set(many("group")), new Set(many("member"))];
  const known = memberships.map(({ groupId, state }) => ({ id: String(groupId), groupId, state }));
  const idsOf = (some: typeof known): readonly number[] => some.map(({ groupId }) => groupId);
  const isUntouched = (id: string): boolean => !shown.has(id) || (wasMember.size > 0 && !wasMember.has(id));
  return {
    ids: idsOf(known.filter(({ id, state }) => chosen.has(id) || (isUntouched(id) && state !== "left"))),
    joinable: idsOf(known.filter(({ id }) => shown.has(id) && chosen.has(id) && !wasMember.has(id))),
    leavesOthers: true,
  };
}
