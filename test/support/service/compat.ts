import { expect } from "vitest";

import { phoneOf } from "#gateways/adapters/sandbox";

import { eventually, numbers } from "../engine/engine.ts";
import type { Credentials, TestService } from "./test-service.ts";

export type CompatOptions = {
  readonly as?: Credentials | null;
  readonly headers?: Readonly<Record<string, string>>;
  readonly raw?: string;
  readonly base?: string;
};

/** Of a service with the names of WP SMS, on a site in Berlin. */
export const compatSettings = {
  TIDINGS_COMPAT: "wpsms",
  TIDINGS_COUNTRY: "DE",
  TIDINGS_TIMEZONE: "Europe/Berlin",
} as const;

/** Calls under the names of WP SMS. */
export function compatCalls(service: () => TestService) {
  return async function wpsms(method: string, path: string, body?: unknown, options: CompatOptions = {}) {
    const headers = new Headers(options.headers);
    const as = options.as === undefined ? service().admin : options.as;
    if (as) headers.set("authorization", `Basic ${btoa(`${as.user}:${as.password}`)}`);
    const content = options.raw ?? (body === undefined ? undefined : JSON.stringify(body));
    if (content !== undefined && !headers.has("content-type")) headers.set("content-type", "application/json");
    const response = await service().app.request(`http://127.0.0.1${options.base ?? "/wpsms/v1"}${path}`, {
      method,
      headers,
      ...(content !== undefined && { body: content }),
    });
    const text = await response.text();
    const isJson = (response.headers.get("content-type") ?? "").includes("json");
    return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
  };
}

export const words = expect.stringMatching(/\S/);
export const time = expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
export const ok = (data: unknown, message: unknown = words) => ({ message, error: [], data });
export const plugin = (code: number) => ({ error: { code, message: words } });
/** Different valid numbers. */
export const phone = (n: number): string => numbers(1, 500_000 + n)[0]!;

/** What the sandbox sent with this text in it, once nothing is waiting any more. */
export async function received(service: TestService, part: string): Promise<{ to: string; body: string }[]> {
  await eventually(async () => {
    const { rows } = await service.pool.query(
      "select 1 from messages where state in ('resolving', 'running') union select 1 from deliveries where state in ('queued', 'sending') limit 1",
    );
    return rows.length === 0;
  });
  return phoneOf(service.gateways.gateways[0]!.gateway)!
    .messages()
    .filter((sms) => sms.body.includes(part))
    .map(({ to, body }) => ({ to, body }));
}
