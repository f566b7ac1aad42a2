import { limits } from "#contract/limits";
import { segmentData, segmentRequest, segmentsData, segmentsQuery } from "#contract/segments";
import { defineSegment, type SegmentDeps } from "#domain/subscribers/define-segment";
import type { Filter } from "#domain/subscribers/filter";
import type { FilterReader } from "#domain/subscribers/read-filter";
import type { Segment } from "#domain/subscribers/segment";
import { counted } from "#lib/counted";
import { isoTime } from "#lib/iso-time";

import { endpoint, type Endpoint } from "../../endpoint.ts";
import { numberIn, pageOf, PER_PAGE, readCursor } from "../../response/paged-list.ts";

export type SegmentEndpointDeps = SegmentDeps & { readonly readFilter: FilterReader; readonly base: string };

export const common = { access: "svc_subscribers", tag: "Segments" } as const;
const placeOf = numberIn("seg");

/** `GET /segments`, `POST /segments`. */
export function segmentsEndpoints(services: SegmentEndpointDeps): Endpoint[] {
  return [
    endpoint<typeof segmentsQuery, { after: number; limit: number }>({
      ...common,
      operationId: "listSegments",
      method: "GET",
      path: "/segments",
      summary: "List segments",
      input: segmentsQuery,
      data: segmentsData,
      read({ cursor, per_page: limit = PER_PAGE }, _context, issues) {
        return { after: readCursor(cursor, placeOf, issues) ?? 0, limit };
      },
      async handle({ after, limit }) {
        const found = await services.segments.list({ after, limit: limit + 1 });
        const { items, pagination } = pageOf(found, limit, ({ id }) => `seg_${id}`);
        return {
          message: `${counted(items.length, "segment")}.`,
          data: { items: items.map(shownSegment), pagination },
        };
      },
    }),
    endpoint<typeof segmentRequest, { name: string; filter: Filter }>({
      ...common,
      operationId: "createSegment",
      method: "POST",
      path: "/segments",
      summary: "Create a segment",
      description:
        "A segment is a stored filter of subscribers. Who is in it is looked up whenever it is counted or sent to: `segment_ids` of POST /send.",
      input: segmentRequest,
      data: segmentData,
      status: 201,
      errors: ["conflict"],
      read: async ({ name, filter }, _context, issues) => ({
        name: name?.trim() ?? "",
        filter: await services.readFilter("filter", filter ?? {}, filter ? issues : []),
      }),
      async handle({ name, filter }) {
        const segment = await defineSegment(services, name, filter);
        return {
          status: 201,
          message: `Segment ${segment.name} created.`,
          data: await countedSegment(services, segment),
          headers: { Location: `${services.base}/segments/${segment.id}` },
        };
      },
    }),
  ];
}

function shownSegment({ id, name, filter, createdAt, updatedAt }: Segment) {
  return {
    id,
    name,
    filter,
    created_at: isoTime(createdAt),
    updated_at: isoTime(updatedAt),
  };
}

/** With the number of people in it now. */
export async function countedSegment({ segments }: Pick<SegmentEndpointDeps, "segments">, segment: Segment) {
  const { people, reachable } = await segments.count(segment.filter, limits.pageWindow);
  return { ...shownSegment(segment), count: people, active_count: reachable };
}
