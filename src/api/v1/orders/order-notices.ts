import type { z } from "zod";

import {
  deletedOrderNotice,
  orderNoticeData,
  orderNoticePath,
  orderNoticeRequest,
  orderNoticesData,
  orderNoticesQuery,
} from "#contract/order-notices";
import { DomainError } from "#domain/error";
import { segmentsOf } from "#domain/messages/segments";
import { doubtAboutStatus } from "#domain/orders/statuses";
import { metaVariables, orderVariables, unknownVariables } from "#domain/orders/variables";
import type { OrderNotice, OrderNoticeStore } from "#domain/orders/order-notice-store";
import { readNumbers } from "#domain/recipients/numbers";
import type { Country } from "#domain/recipients/phone";
import { counted } from "#lib/counted";

import { endpoint, type Endpoint } from "../../endpoint.ts";
import { readShortPage, shortPage } from "../../response/short-list.ts";

export type OrderNoticeDeps = {
  readonly orderNotices: OrderNoticeStore;
  readonly country: Country | null;
  /** URL that the shop sends its orders to; null: none are accepted. */
  readonly orderWebhookUrl: string | null;
};

const common = { access: "svc_setting", tag: "Orders" } as const;

/** `/order-notices`: the messages sent when an order of the shop changes its status. */
export function orderNoticesEndpoints(services: OrderNoticeDeps): Endpoint[] {
  const { orderNotices } = services;
  return [
    endpoint({
      ...common,
      operationId: "listOrderNotices",
      method: "GET",
      path: "/order-notices",
      summary: "List the order notices",
      input: orderNoticesQuery,
      data: orderNoticesData,
      read: (fields, _context, issues) => readShortPage("order-notices", fields, issues),
      async handle(page) {
        const { items, pagination } = shortPage(await orderNotices.list(), ({ status, to }) => `${status} ${to}`, page);
        return {
          message: `${counted(items.length, "order notice")}.`,
          data: {
            items: items.map(shown),
            pagination,
            variables: [...orderVariables, ...metaVariables.map((head) => `${head}{key}`)],
            webhook_url: services.orderWebhookUrl,
          },
        };
      },
    }),
    endpoint<typeof orderNoticeRequest, Omit<OrderNotice, "createdAt" | "updatedAt">>({
      ...common,
      operationId: "setOrderNotice",
      method: "PUT",
      path: "/order-notices/{status}",
      summary: "Set the order notice for a status",
      description:
        "A status has one notice for the customer and one for the staff. Each is sent once per order, no matter how often the order enters that status.",
      input: orderNoticeRequest,
      data: orderNoticeData,
      read(fields, _context, issues) {
        const to = fields.to ?? "customer";
        const template = fields.template ?? "";
        const numbers = readNumbers(fields.numbers ?? [], services.country);
        issues.push(...numbers.issues);
        const unknown = unknownVariables(template);
        if (unknown.length > 0) {
          const names = unknown.slice(0, 5).map((name) => `%${name}%`);
          const message = `names ${names.join(", ")}, which no order has: GET /order-notices lists the available variables`;
          issues.push({ field: "template", code: "not_in_list", message });
        }
        if (to === "staff" && (fields.numbers ?? []).length === 0) {
          issues.push({ field: "numbers", code: "required", message: "is required for the staff" });
        }
        if (to === "customer" && numbers.phones.length > 0) {
          const message = "is only for the staff: a customer's number is in the order";
          issues.push({ field: "numbers", code: "not_together", message });
        }
        return {
          status: fields.status!,
          to,
          template,
          enabled: fields.enabled ?? true,
          numbers: numbers.phones,
          requiresOptIn: fields.requires_opt_in ?? false,
        };
      },
      async handle(command, { caller }) {
        const notice = await orderNotices.put(command, caller.principal);
        const state = notice.enabled ? "set" : "stored, and disabled";
        const doubt = doubtAboutStatus(notice.status);
        return {
          message: `The notice for ${notice.status} to the ${notice.to} is ${state}.`,
          data: { ...shown(notice), ...(doubt !== null && { warnings: [doubt] }) },
        };
      },
    }),
    endpoint({
      ...common,
      operationId: "deleteOrderNotice",
      method: "DELETE",
      path: "/order-notices/{status}",
      summary: "Delete the order notice for a status",
      input: orderNoticePath,
      data: deletedOrderNotice,
      errors: ["not_found"],
      async handle({ status, to = "customer" }, { caller }) {
        if (!(await orderNotices.remove(status, to, caller.principal))) {
          throw new DomainError("not_found", `There is no notice for ${status} to the ${to}.`);
        }
        return { message: "The notice is deleted.", data: { deleted: true, status, to } };
      },
    }),
  ];
}

function shown(notice: OrderNotice): z.output<typeof orderNoticeData> {
  return {
    status: notice.status,
    to: notice.to,
    enabled: notice.enabled,
    numbers: [...notice.numbers],
    template: notice.template,
    requires_opt_in: notice.requiresOptIn,
    segments: segmentsOf(notice.template).segments,
    updated_at: notice.updatedAt.toISOString(),
  };
}
