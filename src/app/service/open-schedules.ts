import type { Licenses } from "#domain/license/require";
import type { Commerce, Host } from "#domain/access/host";
import type { AddresseeNameReader } from "#domain/messages/addressees";
import type { MessageStore } from "#domain/messages/message-store";
import type { Routes } from "#domain/routing/routes";
import type { ConsentCheck } from "#domain/consent/require-consent";
import type { ConsentKeys } from "#domain/consent/consent-keys";
import type { Country } from "#domain/recipients/phone";
import type { ReadSettings } from "#domain/settings/settings-store";
import type { ChangeDeps } from "#domain/schedules/change";
import type { RunDeps } from "#domain/schedules/run";
import { audiencePages, type AudienceDeps } from "#engine/audience-pages";
import type { WorkerLoop } from "#engine/worker-loop";
import { scheduleOwners } from "#engine/schedule-owners";
import { scheduler } from "#engine/scheduler";
import { uuidv7 } from "#lib/ids";
import type { Clock } from "#lib/time";
import type { Db } from "#store/database";
import { addresseeNameQueries } from "#store/queries/audience/addressee-names";
import { scheduleQueries } from "#store/queries/schedules/schedules";
import { groupHold } from "#store/queries/newsletter/groups";
import { leftSince } from "#store/queries/schedules/left-since";
import { segmentQueries } from "#store/queries/subscribers/segments";
import type { Log } from "#lib/log";

export type ScheduleModuleDeps = {
  readonly db: Db;
  readonly messages: MessageStore;
  readonly routes: Routes;
  readonly licenses: Licenses;
  readonly readSettings: ReadSettings;
  readonly consentKeys: Pick<ConsentKeys, "lookup">;
  readonly consentCheck: Pick<ConsentCheck, "listWithoutConsent" | "declareBasis">;
  readonly host: Host;
  readonly commerce: Commerce | null;
  readonly activePhones: AudienceDeps["activePhones"];
  readonly country: Country | null;
  /** Monotonic, in milliseconds. */
  readonly monotonic: Clock;
  readonly random: () => number;
  readonly log: Log;
  /** Called once something may be due sooner than the scheduler knows. */
  readonly due: () => void;
};

export type OpenSchedules = {
  readonly ports: ChangeDeps & RunDeps & { readonly addresseeNames: AddresseeNameReader };
  readonly workerLoop: WorkerLoop;
};

/** Messages that are sent later: what the API uses, and the worker loop that runs them. */
export function openSchedules(parts: ScheduleModuleDeps): OpenSchedules {
  const { db, messages, routes, licenses } = parts;
  const schedules = scheduleQueries(db, parts.due);
  const ports = {
    schedules,
    leftSince: leftSince(db, parts.consentKeys),
    groups: groupHold(db),
    segments: segmentQueries(db),
    addresseeNames: addresseeNameQueries(db),
    unitOfWork: db,
    messages,
    routes,
    licenses,
    owners: scheduleOwners(parts.host, { clock: parts.monotonic, log: parts.log }),
    readSettings: parts.readSettings,
    consentCheck: parts.consentCheck,
    clock: db,
    log: parts.log,
    newId: () => uuidv7(db.now()),
    audiencePages: (audience: Parameters<typeof audiencePages>[0]) => audiencePages(audience, parts),
  };
  return {
    ports,
    workerLoop: scheduler({ ...ports, random: parts.random }),
  };
}
