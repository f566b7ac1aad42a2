import { Pool } from "undici";

import type { Harness } from "../lib/harness.ts";
import { kinds, type Groups, type Kind } from "./people.ts";

/** A public call about a number. */
export type Question = {
  readonly name: string;
  readonly kinds: readonly Kind[];
  /** Before a round: resets limits, attempts and ages, so that no call is refused. */
  prepare(): Promise<void>;
  /** Resolves with the whole answer. @throws if it is not the one that is measured */
  ask(phone: string): Promise<void>;
  /** After each call, and not part of it. */
  forget?(): Promise<void>;
};

/** A form is accepted three seconds after it was fetched. */
const FORM_AGE_MS = 3_200;
const SLUG = "bench";
/** Wrong for all but one in a million. */
const WRONG = "000000";

export async function questionsOf(harness: Harness, groups: Groups): Promise<readonly Question[]> {
  const { client, pool } = harness;
  const http = new Pool(harness.nodes.urls()[0]!, { connections: 1 });
  const { user, password } = harness.nodes.admin();
  const authorization = `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}`;
  const consent = "I agree.";
  await harness.data({ path: "/forms", body: { slug: SLUG, title: "Bench", group_ids: [1], consent } });

  async function call(path: string, fields: Readonly<Record<string, string>>, status: number): Promise<unknown> {
    const answer = await http.request({
      method: "POST",
      path,
      headers: { authorization, accept: "application/json", "content-type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams(fields).toString(),
    });
    const body = await answer.body.json();
    if (answer.statusCode !== status) throw new Error(`${path}: ${answer.statusCode} ${JSON.stringify(body)}`);
    return body;
  }

  const tokens: string[] = [];
  const sealed = new Map<string, string>();
  const everyone = kinds.flatMap((kind) => groups[kind]);
  async function submit(number: string): Promise<void> {
    const fields = { token: tokens.pop()!, version: "1", number, name: "", consent: "yes" };
    const view = await call(`/p/${SLUG}`, fields, 200);
    const { kind, hidden } = view as { readonly kind: string; readonly hidden: { readonly sealed: string } };
    if (kind !== "code") throw new Error(`The form answered with ${kind}.`);
    sealed.set(number, hidden.sealed);
  }
  async function fetchForms(): Promise<void> {
    await pool.query("delete from form_requests");
    tokens.length = 0;
    for (const _ of everyone) {
      const answer = await http.request({ method: "GET", path: `/p/${SLUG}/form.json` });
      const { hidden } = (await answer.body.json()) as { hidden: { token: string } };
      tokens.push(hidden.token);
    }
    await new Promise((resolve) => setTimeout(resolve, FORM_AGE_MS));
  }
  /** The calls exceed what one network may do in an hour. */
  const forget = async (): Promise<void> => void (await pool.query("delete from form_nonces"));
  const freshTries = async (): Promise<void> => {
    await pool.query("update opt_in_codes set tries = 0");
    await pool.query("update one_time_passwords set tries = 0");
    await client.call({ path: "/otp/check", body: { number: everyone[0], code: WRONG } });
  };

  for (const number of [...groups.pending, ...groups.left]) await harness.data({ path: "/otp", body: { number } });
  return [
    { name: "a form is sent", kinds, prepare: fetchForms, ask: submit, forget },
    {
      name: "its code is wrong",
      kinds,
      async prepare() {
        if (sealed.size < everyone.length) {
          await fetchForms();
          for (const number of everyone) {
            await submit(number);
            await forget();
          }
        }
        await freshTries();
      },
      ask: async (number) => void (await call(`/p/${SLUG}/confirm`, { sealed: sealed.get(number)!, code: WRONG }, 400)),
    },
    {
      name: "POST /newsletter/verify",
      kinds,
      prepare: freshTries,
      ask: async (mobile) => void (await call("/svc/v1/newsletter/verify", { mobile, activation: WRONG }, 400)),
    },
    {
      name: "POST /otp/check (pending, left: a code was sent)",
      kinds,
      prepare: freshTries,
      ask: async (number) => void (await call("/svc/v1/otp/check", { number, code: WRONG }, 400)),
    },
  ];
}
