import { expect } from "vitest";

import { importKind } from "#domain/imports/import-kind";
import type { JobKind } from "#domain/jobs/job-kind";
import type { JobStore } from "#domain/jobs/job-store";
import { secretBox } from "#lib/secret-box";
import type { Db } from "#store/database";
import { importQueries } from "#store/queries/imports/imports";
import { jobQueries } from "#store/queries/jobs/jobs";
import { groupQueries } from "#store/queries/newsletter/groups";
import { newsletterQueries } from "#store/queries/newsletter/newsletter";
import { subscriberRepository } from "#store/queries/newsletter/subscriber-repository";
import { fieldQueries } from "#store/queries/subscribers/fields";
import { suppressionQueries } from "#store/queries/suppressions/suppressions";

import { consentsOver } from "./consents.ts";
import { eventually } from "../service/processes.ts";
import type { Answer, Credentials, TestService } from "../service/test-service.ts";

/** Imports files into a service, as the administrator by default. */
export function importer(service: () => TestService) {
  async function upload(
    file: string | Uint8Array,
    query: Readonly<Record<string, string>> = {},
    options: { readonly as?: Credentials; readonly headers?: Record<string, string> } = {},
  ): Promise<Answer> {
    return service().call("POST", `/imports?${new URLSearchParams(query).toString()}`, undefined, {
      ...(options.as && { as: options.as }),
      headers: { "content-type": "text/csv", ...options.headers },
      raw: file,
    });
  }

  async function job(id: string): Promise<Answer["body"]["data"]> {
    return (await service().call("GET", `/jobs/${id}`)).body.data;
  }

  /** At a load of 25 on two cores 14,000 people took a minute. */
  async function ended(id: string) {
    await eventually(async () => (await job(id)).finished_at !== null).catch(async (error: unknown) => {
      const logged = service().logged.filter(({ level }) => level !== "info");
      throw new Error(`${JSON.stringify({ job: await job(id), logged: logged.slice(-10) })}`, { cause: error });
    });
    return job(id);
  }

  /** Deletes all people, and what imports have stored. */
  async function empty(): Promise<void> {
    await service().pool.query(
      // Not by `delete`: pages that stay, and are known to be empty, make the planner compare everyone with everyone.
      `truncate subscribers, suppressions, import_mappings, import_people, imports, jobs,
         consent_people, consent_unsealed, consent_seals cascade`,
    );
  }

  return {
    upload,
    job,
    ended,
    empty,
    /** Imports a file to its end; returns the job. */
    async run(file: string | Uint8Array, query: Readonly<Record<string, string>> = {}) {
      const answer = await upload(file, query);
      expect(answer.status, JSON.stringify(answer.body)).toBe(201);
      const { id } = answer.body.data.job;
      return { ...(await ended(id)), preview: answer.body.data };
    },
    async errors(id: string): Promise<string> {
      return (await service().call("GET", `/imports/${id}/errors`)).body;
    },
  };
}

/** The imports of a service, step by step, on sessions and with a clock of the test's choice. */
export function importsOn(
  db: Db,
  { store }: TestService,
  now = db.now,
): { readonly jobs: JobStore; readonly kind: JobKind } {
  const none = (): void => undefined;
  const kind = importKind({
    imports: importQueries(db, consentsOver(db), none),
    groups: groupQueries(db, consentsOver(db), none),
    newsletter: newsletterQueries(db, consentsOver(db), none),
    subscriberRepository: subscriberRepository(db, consentsOver(db)),
    fields: fieldQueries(db),
    suppressions: suppressionQueries(db, none),
    consentLedger: consentsOver(db).ledger,
    unitOfWork: db,
    box: secretBox(store.key.derive("imports")),
    now,
  });
  return { jobs: jobQueries(db, none), kind };
}
