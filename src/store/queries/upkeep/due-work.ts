import { DUE_WORK, type DueWork, type ReadDueWork } from "#domain/due-work";
import { codeOf } from "#lib/error-text";

import type { Db } from "../../database.ts";
import {
  ALERT_CHECKS,
  ALERT_NOTIFICATIONS,
  CANCELLATIONS,
  CONSENT_SEALINGS,
  ERASURES,
  FANOUTS,
  isDue,
  JOBS,
  type LeasedTable,
} from "../../leases.ts";
import { IS_REQUEST_DUE } from "../forms/form-requests.ts";
import { IS_OVERDUE } from "../inbox/inbound-parts.ts";
import { HAS_DELTAS } from "../messages/rollups.ts";
import { IS_WAITING } from "../queue/finish.ts";
import { IS_SCHEDULE_DUE } from "../schedules/schedule-rows.ts";
import { HAS_BOUNCE_CHECKS } from "../subscribers/bounces.ts";
import { IS_TRY_DUE } from "../webhooks/webhook-queue.ts";

const anyOf = (table: string, condition: string): string => `exists (select from ${table} where ${condition})`;
const anyLeased = (of: LeasedTable): string => anyOf(of.table, isDue(of));

/**
 * A condition for each kind, at least as wide as the claim of its loop. A schedule that waits for a license becomes due
 * by nothing that is stored with it.
 */
const CONDITIONS: Readonly<Record<DueWork, string>> = {
  fanOut: anyLeased(FANOUTS),
  receipts: anyOf("receipts", "due <= now()"),
  retries: Object.values(IS_WAITING).join(" or "),
  // The limit keeps the planner from a join that reads what is due at disabled endpoints.
  webhooks: `exists (select from webhooks w, lateral (
    select from webhook_deliveries where webhook_id = w.id and ${IS_TRY_DUE} limit 1) d where w.enabled)`,
  cancellations: anyLeased(CANCELLATIONS),
  schedules: `${anyOf("schedules", IS_SCHEDULE_DUE)} or ${anyOf("schedules", "state = 'waiting_license'")}`,
  erasures: anyLeased(ERASURES),
  jobs: anyLeased(JOBS),
  forms: anyOf("form_requests r", IS_REQUEST_DUE),
  alerts: `${anyLeased(ALERT_CHECKS)} or ${anyLeased(ALERT_NOTIFICATIONS)}`,
  rollUps: Object.values(HAS_DELTAS).join(" or "),
  bounces: HAS_BOUNCE_CHECKS,
  inboundParts: anyOf("inbound_parts", IS_OVERDUE),
  consents: anyLeased(CONSENT_SEALINGS),
};

const READ = `select ${DUE_WORK.map((kind) => `${CONDITIONS[kind]} as "${kind}"`).join(",\n  ")}`;

/**
 * How long the read waits for a table that somebody has locked. It holds locks on the others meanwhile: less than a
 * migration waits, which may need one of them next.
 */
const LOCK_MS = 50;

/**
 * One statement without parameters: it is planned once in each session. If a table is locked, as by `vacuum full` or a
 * migration, all kinds are returned, and their loops find out: a lock on one table delays no other.
 */
export function dueWorkQuery(db: Db): ReadDueWork {
  return async () => {
    try {
      return await db.ownTransaction(async () => {
        await db.unnamed(`set local lock_timeout = ${LOCK_MS}`, []);
        const [row] = await db.query<Record<DueWork, boolean>>("due work", READ, []);
        return DUE_WORK.filter((kind) => row![kind]);
      });
    } catch (error) {
      if (codeOf(error) === "55P03") return DUE_WORK;
      throw error;
    }
  };
}
