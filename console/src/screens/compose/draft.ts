import type { tidings } from "../../api/client.ts";
import { type Attempt, sameInput } from "../../lib/send-once.ts";
import { type When, whenInput } from "../../lib/when.ts";
import { audienceInput } from "./audience-input.ts";
import { type Audience, hasAudience, nobody } from "./audience.ts";

export type DraftTemplate = {
  readonly id: number;
  readonly name: string;
  readonly text: string;
  /** Tags of the languages in which it has a text as well. */
  readonly languages: readonly string[];
};

/** A file that was uploaded for the message, or one on another host. */
export type Attachment = {
  readonly url: string;
  /** Empty: not known. */
  readonly type: string;
  /** 0: not known. */
  readonly bytes: number;
  /** As on the person's device; of one that was not chosen there, of its address. */
  readonly name: string;
};

/** A message that is being written. It is kept in this browser until it is sent or discarded. */
export type Draft = Audience & {
  readonly text: string;
  readonly attachments: readonly Attachment[];
  /** The template that the text came from. */
  readonly template: DraftTemplate | null;
  /** Empty: as configured. */
  readonly sender: string;
  readonly category: "" | "marketing" | "transactional";
  /** On which basis people without a consent on record get it. Empty: none is stated. */
  readonly basis: string;
  /** null: at once. */
  readonly when: When | null;
  /** It was sent off, and no answer came yet. */
  readonly attempt: Attempt<SendInput> | null;
};

/** What a person can change of it. */
export type DraftChanges = Partial<Omit<Draft, "attempt">>;

export type SendInput = NonNullable<Parameters<typeof tidings.sendMessage>[0]>;

export const emptyDraft: Draft = {
  ...nobody,
  text: "",
  attachments: [],
  template: null,
  sender: "",
  category: "",
  basis: "",
  when: null,
  attempt: null,
};

export const isEmpty = (draft: Draft): boolean =>
  !hasAudience(draft) && draft.text === "" && draft.attachments.length === 0 && draft.when === null;

/** Whether there is something to send: a text, a picture, or both. */
export const hasContent = (draft: Draft): boolean => draft.text.trim() !== "" || draft.attachments.length > 0;

/** Whether people get the template's text in their own language: as long as its text was not changed. */
export const translates = ({ template, text }: Draft): boolean =>
  template !== null && template.languages.length > 0 && template.text === text;

/** What the API is asked for. */
export function inputOf(draft: Draft): SendInput {
  const { sender, category, basis, when } = draft;
  return {
    ...contentOf(draft),
    ...audienceInput(draft, draft.text),
    ...(sender && { sender }),
    ...(category && { category }),
    ...(basis.trim() && { consent_basis: basis.trim() }),
    ...(when && whenInput(when)),
  };
}

/** The same before there is a text: a placeholder takes its place. */
export function previewedInput(draft: Draft): SendInput {
  const input = inputOf(draft);
  return input.message || input.template_id || input.media_urls ? input : { ...input, message: "." };
}

/** What people get of it: the text, or the template with its languages, and the files. */
export function contentOf(draft: Draft): Pick<SendInput, "message" | "template_id" | "media_urls"> {
  const { text, attachments } = draft;
  return {
    ...(translates(draft) ? { template_id: draft.template!.id } : text && { message: text }),
    ...(attachments.length > 0 && { media_urls: attachments.map(({ url }) => url) }),
  };
}

/** Whether sending the draft now would ask the API for exactly this. */
export const isInput = (draft: Draft, input: SendInput): boolean => sameInput(inputOf(draft), input);
