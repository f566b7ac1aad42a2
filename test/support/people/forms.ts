import { createSecretKey, randomBytes } from "node:crypto";

import { createApp } from "#api/app";
import { publicPages } from "#api/pages/forms/mount";
import { ownCall, type ApiDeps } from "#api/services";
import { formDefaults, type FormContent } from "#domain/forms/form";
import { fulfillNext, type Fulfilled } from "#domain/forms/fulfill-request";
import { personToken } from "#domain/forms/person-link";
import { secretBox } from "#lib/secret-box";
import { second } from "#lib/time";
import { formRequestQueries } from "#store/queries/forms/form-requests";
import { formQueries } from "#store/queries/forms/forms";
import { personLinkQueries } from "#store/queries/forms/person-links";
import { subscriberRepository } from "#store/queries/newsletter/subscriber-repository";

import { consentsOver } from "./consents.ts";
import { openNewsletter } from "./newsletter.ts";

export type Shown = { readonly status: number; readonly headers: Headers; readonly text: string };

/** The public pages over a fresh database, wired as on one node, with a clock that a test can move. */
export async function openForms() {
  const newsletter = await openNewsletter();
  const { db } = newsletter;
  const site = { aheadMs: 0, ip: "203.0.113.9" };
  const forms = formQueries(db);
  const formRequests = formRequestQueries(db, () => undefined);
  const personLinks = personLinkQueries(db);
  const deps = {
    ...newsletter.services,
    formRequests,
    forms,
    personLinks,
    subscriberRepository: subscriberRepository(db, consentsOver(db)),
    consentRepository: consentsOver(db).repository,
    linkKey: createSecretKey(randomBytes(32)),
    formKey: createSecretKey(randomBytes(32)),
    box: secretBox(createSecretKey(randomBytes(32))),
    now: () => db.now() + site.aheadMs,
  };
  const api: ApiDeps = { ...newsletter.api, clientOf: () => ownCall(site.ip), isOwnOrigin: (o) => o === OWN };
  const app = createApp([], api, { mounts: [publicPages({ ...api, ...deps })] });

  async function visit(method: "GET" | "HEAD" | "POST", path: string, more: Visit = {}): Promise<Shown> {
    const { fields, headers = {} } = more;
    const response = await app.request(`${OWN}${path}`, {
      method,
      headers: {
        accept: "text/html",
        ...(fields && { "content-type": "application/x-www-form-urlencoded" }),
        ...headers,
      },
      ...(fields && { body: new URLSearchParams(fields as Record<string, string>).toString() }),
    });
    return { status: response.status, headers: response.headers, text: await response.text() };
  }

  const hidden = (page: Shown, name: string): string =>
    new RegExp(`name="${name}"\\s+value="([^"]*)"`).exec(page.text)?.[1] ?? "";

  /** A token of the form as it is after a person has read the form. */
  async function token(slug: string): Promise<string> {
    const page = await visit("GET", `/p/${slug}`);
    site.aheadMs += 4 * second;
    return hidden(page, "token");
  }

  return {
    ...newsletter,
    site,
    /** Its route, or null for none. */
    gateway: newsletter.site,
    forms,
    formRequests,
    personLinks,
    visit,
    hidden,
    token,
    form: (slug: string, content: Partial<FormContent> = {}) =>
      forms.create(slug, { ...formDefaults, title: "News", consent: "I agree.", groupIds: [1], ...content }),
    /** Submits a form as a person who has read it. */
    async send(slug: string, fields: Readonly<Record<string, string>>, more: Visit = {}): Promise<Shown> {
      const own = { token: await token(slug), version: "1", consent: "yes", ...fields };
      return visit("POST", `/p/${slug}`, { ...more, fields: own });
    },
    /** Executes all pending requests. */
    async fulfill(): Promise<readonly Fulfilled["kind"][]> {
      const kinds: Fulfilled["kind"][] = [];
      for (;;) {
        const { kind } = await fulfillNext({ ...deps });
        if (kind === "none") return kinds;
        kinds.push(kind);
      }
    },
    linkOf: async (id: number, replace = false) => `/p/l/${await personToken(deps, id, replace)}`,
    requests: () => newsletter.rows("select * from form_requests order by id"),
  };
}

const OWN = "http://forms.example.test";

type Visit = {
  readonly fields?: Readonly<Record<string, string>> | readonly (readonly [string, string])[];
  readonly headers?: Readonly<Record<string, string>>;
};

export type OpenForms = Awaited<ReturnType<typeof openForms>>;
