import { erasureData, erasureProgress, erasureRequest, privacyDeleteRequest } from "#contract/privacy";
import { DomainError } from "#domain/error";
import type { Erasure } from "#domain/privacy/erasure-store";
import { heldKinds } from "#domain/privacy/privacy-store";
import { erase, type EraseDeps } from "#domain/privacy/erase";
import { counted } from "#lib/counted";
import { withoutPrefix, withPrefix } from "#lib/ids";
import { isoTime } from "#lib/iso-time";

import { endpoint, type Endpoint } from "../../endpoint.ts";
import { heldElsewhere, namedOther, phoneOf, readPerson, type Person } from "./privacy-fields.ts";
import { about, type PrivacyDeps } from "./privacy.ts";

export type ErasureDeps = PrivacyDeps & EraseDeps & { readonly base: string };

/** Erases a person, and shows the progress of an erasure. */
export function erasureEndpoints(services: ErasureDeps): Endpoint[] {
  const { subscriberRepository, erasures, country, base } = services;
  return [
    endpoint<typeof privacyDeleteRequest, Person>({
      ...about,
      operationId: "erasePersonalData",
      needsBody: true,
      method: "POST",
      path: "/privacy/delete",
      summary: "Erase a person",
      description:
        "Ends all subscriptions and erases the person from all stored data. Log entries stay with their state and time, so that counts remain correct, but without the number and the provider's response; the text of a message to this person alone is erased too. Messages waiting to be sent are canceled. A STOP remains in effect. The log is erased in steps after the response.",
      input: privacyDeleteRequest,
      data: erasureData,
      status: 201,
      errors: ["not_found"],
      read(fields, _context, issues) {
        if (fields.confirm !== true) issues.push({ field: "confirm", code: "required", message: "must be true" });
        return readPerson(fields, country, issues);
      },
      async handle(person, { caller, warnings }) {
        const phone = await phoneOf(subscriberRepository, person);
        const other = await heldElsewhere(services.privacy, phone, "suppression");
        const { erasure, suppressed } = await erase(services, phone, caller.principal);
        return {
          status: 201,
          message: "The person is being erased.",
          data: { ...shown(erasure), suppressed, ...namedOther(other, warnings) },
          headers: { Location: `${base}/privacy/erasures/${withPrefix("era", erasure.id)}` },
        };
      },
    }),
    endpoint({
      ...about,
      operationId: "getErasure",
      method: "GET",
      path: "/privacy/erasures/{id}",
      summary: "Show the progress of an erasure",
      input: erasureRequest,
      data: erasureProgress,
      errors: ["not_found"],
      async handle({ id }) {
        const key = withoutPrefix("era", id);
        const erasure = key && (await erasures.find(key));
        if (!erasure) throw new DomainError("not_found", "This erasure does not exist.");
        return { message: sentence(erasure), data: shown(erasure) };
      },
    }),
  ];
}

function sentence({ done, waiting }: Erasure): string {
  if (done) return "Erased.";
  return waiting > 0 ? `It is waiting for ${counted(waiting, "message")} to complete.` : "It is in progress.";
}

function shown({ id, done, erased, waiting, createdAt, finishedAt }: Erasure) {
  return {
    erasure_id: withPrefix("era", id),
    state: done ? "done" : "running",
    erased: Object.fromEntries(heldKinds.map((kind) => [kind, erased[kind] ?? 0])),
    waiting,
    created_at: isoTime(createdAt),
    finished_at: isoTime(finishedAt),
  };
}
