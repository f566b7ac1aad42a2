import type { AudiencePeopleQuery, AudienceReader } from "#domain/preview/audience-people";
import type { StoredPerson } from "#domain/messages/fan-out-store";
import type { Phone } from "#domain/recipients/phone";
import { second } from "#lib/time";

import { binder } from "../../bind.ts";
import { within } from "../../bounded.ts";
import type { Db } from "../../database.ts";
import { countedAsOf } from "../other-spelling-sql.ts";
import { samplePercent, sizeOfSubscribers } from "../subscribers/sample.ts";
import { oneTooMany } from "./over-cap.ts";
import { belongs, isSuppressedFor, partsOf, type Parts } from "./segment-audience.ts";

/** An audience up to this size is read completely, unless that exceeds the time limit below. */
const READ_UP_TO = 10_000;
const READ_MS = second / 2;
/** People in a sample at most: a text is made for each. */
const SAMPLE = 5_000;

type Row = Omit<StoredPerson, "viaGroup"> & {
  readonly timeZone: string | null;
  readonly bounced: boolean;
  readonly suppressed: boolean;
  readonly over: boolean;
};

export function audiencePeopleQueries(db: Db): AudienceReader {
  return {
    async read(query) {
      const parts = await partsOf(db, query);
      const read = ({ text, values }: ReturnType<typeof statement>): Promise<Row[]> => db.unnamed<Row>(text, values);
      const { expected } = query;
      const everyone =
        expected > READ_UP_TO ? null : await within(db, READ_MS, () => read(statement(parts, query, null)));
      const rows = everyone ?? (await read(statement(parts, query, await percentOf(parts, expected))));
      const phonesOf = (is: (row: Row) => boolean) => new Set(rows.filter(is).map(({ phone }) => phone));
      return {
        people: rows.filter(({ bounced }) => !bounced).map((row) => ({ ...row, viaGroup: true })),
        suppressed: phonesOf(({ suppressed }) => suppressed),
        overCap: phonesOf(({ over }) => over),
        weight: everyone ? 1 : Math.max(1, expected / Math.max(1, rows.length)),
      };
    },
    async zonesOf(phones) {
      if (phones.length === 0) return new Map();
      const rows = await db.query<{ phone: Phone; zone: string }>("zones of numbers", ZONES, [phones]);
      return new Map(rows.map(({ phone, zone }) => [phone, zone]));
    },
  };

  async function percentOf({ filters }: Parts, expected: number): Promise<number> {
    const percent = samplePercent(await sizeOfSubscribers(db), filters);
    return Math.min(percent, (100 * SAMPLE) / Math.max(1, expected));
  }
}

const ZONES = `
select phone, time_zone as zone from subscribers where phone = any($1::text[]) and time_zone is not null`;

/** @param percent the share of subscribers to be read, always the same ones; null: all */
function statement(parts: Parts, { message, cap, fields }: AudiencePeopleQuery, percent: number | null) {
  const { values, bind } = binder();
  const sample = percent === null ? "" : ` tablesample system (${bind(percent, "float4")}) repeatable (1)`;
  const over =
    cap === null
      ? "false"
      : `(select ${oneTooMany(cap, bind)} from contacts c where c.phone = ${countedAsOf("p.phone")} offset 0) is not null`;
  const text = `
with people as materialized (
  select s.id, s.phone, s.name, s.locale, ${fields ? "s.custom_fields" : "null::jsonb"} as fields,
    s.time_zone as "timeZone", s.bounced_at is not null as bounced
  from subscribers s${sample} where ${belongs(parts, bind)}
)
select p.*, ${isSuppressedFor("p.phone", message, bind)} as suppressed, ${over} as over from people p`;
  return { text, values };
}
