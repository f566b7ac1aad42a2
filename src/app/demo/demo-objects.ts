/** What the demo defines: the newsletter of a small library. Bodies of calls of the API. */

/**
 * `share`: the part of all people who are members; `most`: the maximum number of members, so that the campaign's group
 * stays small.
 */
export const groups = [
  { name: "Library news", share: 1 },
  { name: "Book club", share: 0.45 },
  { name: "Story hour", share: 0.3 },
  { name: "Evening concerts", share: 0.25 },
  { name: "Volunteers", share: 0.12, most: 400 },
] as const satisfies readonly { readonly name: string; readonly share: number; readonly most?: number }[];

export const plans = ["Guest", "Member", "Friend"] as const;

export const fields = [
  { key: "demo_city", label: "City", type: "text" },
  { key: "demo_plan", label: "Plan", type: "choice", choices: [...plans] },
  { key: "demo_visits", label: "Visits this year", type: "number" },
  { key: "demo_birthday", label: "Birthday", type: "date" },
  { key: "demo_volunteer", label: "Wants to help", type: "yes_no" },
] as const;

export const segments = [
  {
    name: "Friends of the library",
    filter: {
      all: [
        { field: "custom_fields.demo_plan", op: "is", value: "Friend" },
        { field: "custom_fields.demo_visits", op: "greater", value: 4 },
      ],
    },
  },
  {
    name: "Readers in France or French",
    filter: {
      any: [
        { field: "locale", op: "is", value: "fr" },
        { field: "country", op: "is", value: "FR" },
      ],
    },
  },
] as const;

export const templates = [
  {
    name: "Book is ready",
    text: "Hello {{name | there}}, the book you reserved is ready. We keep it for seven days.",
    category: "transactional",
    variants: {
      de: "Hallo {{name | du}}, dein reserviertes Buch ist da. Wir legen es sieben Tage zurück.",
      fr: "Bonjour {{name | à vous}}, le livre réservé est arrivé. Nous le gardons sept jours.",
    },
  },
  {
    name: "Due in two days",
    text: "A reminder: your books are due in two days. Reply LONGER to keep them.",
    category: "transactional",
  },
  {
    name: "Concert tonight",
    text: "Tonight at eight: {{act}} in the reading hall. Doors open at seven.",
    category: "marketing",
  },
] as const;

export const form = {
  slug: "library-news",
  title: "Library news by SMS",
  intro: "Two texts a month: new books, readings and concerts.",
  consent: "Yes, send me news by SMS. I can leave at any time by replying STOP.",
  group_choice: "open",
} as const;

export const schedules = [
  { message: "The library opens at nine today. See you soon!", days: 1, hour: 8, every: { value: 1, unit: "week" } },
  { message: "Book club on Thursday at seven. Reply YES if you come.", days: 3, hour: 18, every: null },
] as const;

/** Nothing listens at the discard port, so every call fails; a name below .invalid never exists (RFC 2606). */
export const webhookUrls = ["http://127.0.0.1:9/hooks/library", "https://library.invalid/hooks/sms"] as const;
export const webhookTypes = ["new_incoming_sms", "message.failed", "subscriber.unsubscribed"] as const;

/** The campaign that runs when the demo begins: slow enough to be watched, paused and resumed. */
export const campaign = {
  message:
    "Hello {{name | there}}, the summer program is out: readings, concerts and a night under the stars. Reply STOP to leave.",
  perMinute: 40,
} as const;
