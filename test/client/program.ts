import createClient from "openapi-fetch";

import type { components, paths } from "api-types";

type Error = components["schemas"]["Error"];
type Problem = components["schemas"]["Problem"];
type OutboxItem = components["schemas"]["OutboxItem"];

export type Options = {
  readonly baseUrl: string;
  readonly credentials: string;
  readonly fetch: (request: Request) => Promise<Response>;
};

/** What another developer would write for our API with types generated from openapi.json and an ordinary client. */
export function program({ baseUrl, credentials, fetch }: Options) {
  const client = createClient<paths>({ baseUrl, fetch, headers: { authorization: `Basic ${btoa(credentials)}` } });

  return {
    async send(numbers: string[], key: string) {
      const { data, error } = await client.POST("/send", {
        params: { header: { "Idempotency-Key": key } },
        body: { message: "Hello", recipients: "numbers", numbers, category: "transactional" },
      });
      if (!data) throw new Error(describe(error));
      const { message_id, state, invalid_numbers, warnings = [] } = data.data;
      return { messageId: message_id, isRunning: state === "running", invalid: invalid_numbers.length, warnings };
    },

    /** A group by its id alone, as the specification has it. */
    async subscribe(name: string, mobile: string, group: number) {
      const { data, error } = await client.POST("/newsletter", { body: { name, mobile, group_id: group } });
      return data ? data.data.state : describe(error);
    },

    async unsubscribe(mobile: string, groups: number[]): Promise<boolean> {
      const { data } = await client.POST("/newsletter/unsubscribe", { body: { mobile, group_id: groups } });
      return data?.data.already ?? false;
    },

    /** Every entry, page by page. */
    async *outbox(): AsyncGenerator<OutboxItem> {
      const page = (cursor: string | null) =>
        client.GET("/outbox", {
          params: { query: { status: "all", per_page: 2, ...(cursor !== null && { cursor }) } },
        });
      let cursor: string | null = null;
      do {
        const { data, error }: Awaited<ReturnType<typeof page>> = await page(cursor);
        if (!data) throw new Error(describe(error));
        yield* data.data.items;
        cursor = data.data.pagination.next_cursor;
      } while (cursor !== null);
    },

    /** One word, then a list of them; removed by the body of a DELETE. */
    async webhooks(url: string) {
      const first = await client.POST("/webhook", { body: { webhook_url: url, type: "new_sms" } });
      await client.POST("/webhook", { body: { webhook_url: url, type: ["message.delivered", "message.failed"] } });
      const listed = await client.GET("/webhook");
      const removed = await client.DELETE("/webhook", { body: { webhook_url: url } });
      return {
        secret: first.data?.data.secret,
        types: listed.data?.data.items.flatMap(({ type }) => type) ?? [],
        left: removed.data?.data.type ?? null,
      };
    },

    async credit(): Promise<number | null | undefined> {
      const { data } = await client.GET("/credit");
      return data?.credit;
    },

    async pauseUnknown() {
      const id = "msg_00000000-0000-7000-8000-000000000000";
      const { error, response } = await client.POST("/messages/{id}/pause", { params: { path: { id } } });
      return { status: response.status, described: describe(error) };
    },

    /** The same refusal in both of its shapes. */
    async refusals() {
      const body = { message: "Hello", numbers: "abc" } as const;
      const usual = await client.POST("/send", { body });
      const accept = { Accept: "application/problem+json" };
      const problem = await client.POST("/send", { body, headers: accept });
      return [describe(usual.error), describe(problem.error)];
    },
  };
}

/** `status` distinguishes the shapes: a word in the envelope, a number in RFC 9457. */
function describe(error: Error | Problem | undefined): string {
  if (!error) return "";
  if (error.status === "error") {
    const [first] = error.data.details;
    return `${error.error.code} ${error.code} ${first?.field ?? ""}`.trim();
  }
  const [first] = error.errors;
  return `${error.status} ${error.code} ${first?.field ?? ""}`.trim();
}
