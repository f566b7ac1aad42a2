import { randomUUID } from "node:crypto";

import type { Endpoint } from "#api/endpoint";
import { createApp, type Mount } from "#api/app";
import { ownCall } from "#api/services";
import { capabilities, type Capability } from "#domain/access/capability";
import type { Db } from "#store/database";
import { isUnreachable } from "#store/pg-errors";
import { idempotencyQueries } from "#store/queries/accept/idempotency";

import { describedApp } from "../contract/described-app.ts";

// oxlint-disable-next-line typescript/no-explicit-any -- tests check the shape of a reply
export type Json = any;

export type Answer = { readonly status: number; readonly body: Json; readonly text: string; readonly headers: Headers };

/** The service with some of its endpoints; by default every caller may do everything. */
export function apiWith(
  db: Db,
  endpoints: readonly Endpoint[],
  mounts: readonly Mount[] = [],
  as: { readonly user: string; readonly capabilities: readonly string[] } = { user: "tester", capabilities },
) {
  const unforeseen: unknown[] = [];
  const app = describedApp(
    createApp(
      endpoints,
      {
        host: {
          name: "test",
          authenticate: async (user: string) => ({
            principal: `test:${user}`,
            userId: 1,
            username: user,
            capabilities: new Set(as.capabilities as Capability[]),
          }),
          users: async () => [],
          roles: async () => [],
          usersInRoles: async () => ({ contacts: [], next: null }),
        },
        idempotency: idempotencyQueries(db),
        clientOf: () => ownCall("127.0.0.1"),
        isOwnOrigin: () => false,
        sessionOf: async () => null,
        isDatabaseDown: isUnreachable,
        fingerprintKey: Buffer.alloc(32),
        newRequestId: () => `req_${randomUUID()}`,
        log: (_level, _message, detail) => void unforeseen.push(detail),
        docsUrl: "http://localhost/docs/errors",
      },
      { mounts },
    ),
  );
  return {
    app,
    /** What was logged: nothing, while all goes well. */
    unforeseen,
    async call(path: string, init: RequestInit = {}): Promise<Answer> {
      const headers = new Headers(init.headers);
      if (!headers.has("authorization")) headers.set("authorization", `Basic ${btoa(`${as.user}:secret`)}`);
      const response = await app.request(`http://127.0.0.1/svc/v1${path}`, { ...init, headers });
      const text = await response.text();
      const json = (response.headers.get("content-type") ?? "").includes("json");
      return {
        status: response.status,
        body: json && text !== "" ? JSON.parse(text) : null,
        text,
        headers: response.headers,
      };
    },
  };
}
