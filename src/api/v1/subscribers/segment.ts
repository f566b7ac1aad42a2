import { deletedById } from "#contract/fields";
import { segmentChanges, segmentData, segmentPath } from "#contract/segments";
import { changeSegment, noSegment, removeSegment } from "#domain/subscribers/define-segment";
import type { SegmentChange } from "#domain/subscribers/segment";

import { endpoint, type Endpoint } from "../../endpoint.ts";
import { common, countedSegment, type SegmentEndpointDeps } from "./segments.ts";

/** GET, PATCH, DELETE of `/segments/{id}`. */
export function segmentEndpoints(services: SegmentEndpointDeps): Endpoint[] {
  return [
    endpoint({
      ...common,
      operationId: "getSegment",
      method: "GET",
      path: "/segments/{id}",
      summary: "Show a segment and count its people",
      input: segmentPath,
      data: segmentData,
      errors: ["not_found"],
      async handle({ id }) {
        const segment = await services.segments.find(id);
        if (!segment) throw noSegment(id);
        return { message: `Segment ${segment.name}.`, data: await countedSegment(services, segment) };
      },
    }),
    endpoint<typeof segmentChanges, { id: number; change: SegmentChange }>({
      ...common,
      operationId: "updateSegment",
      method: "PATCH",
      path: "/segments/{id}",
      summary: "Change a segment",
      description:
        "Only the parameters given are changed. Schedules that send to it use the new filter from their next run.",
      input: segmentChanges,
      data: segmentData,
      errors: ["not_found", "conflict"],
      read: async ({ id, name, filter }, _context, issues) => ({
        id: id!,
        change: {
          name: name?.trim(),
          filter: filter && (await services.readFilter("filter", filter, issues)),
        },
      }),
      async handle({ id, change }) {
        const segment = await changeSegment(services, id, change);
        return { message: `Segment ${segment.name} changed.`, data: await countedSegment(services, segment) };
      },
    }),
    endpoint({
      ...common,
      operationId: "deleteSegment",
      method: "DELETE",
      path: "/segments/{id}",
      summary: "Delete a segment",
      description: "A segment that a schedule sends to cannot be deleted; the conflict lists the schedules.",
      input: segmentPath,
      data: deletedById,
      errors: ["not_found", "conflict"],
      async handle({ id }) {
        await removeSegment(services, id);
        return { message: "Segment deleted.", data: { deleted: true, id } };
      },
    }),
  ];
}
