import { execFileSync } from "node:child_process";
import { createHmac } from "node:crypto";

import { expect, test } from "vitest";

import { callSnippets } from "../console/src/screens/webhooks/call-snippets.ts";

const secret = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;
const body = JSON.stringify({ type: "message.sent", data: { text: 'Don\'t "quote" `me` ${here}\n' } });
const signature = createHmac("sha256", Buffer.alloc(32, 7)).update(`evt_1.1700000000.${body}`).digest("base64");
const headers = { "webhook-id": "evt_1", "webhook-timestamp": "1700000000", "webhook-signature": `v1,${signature}` };

test("the TypeScript program for a call of a webhook imports what the client exports, and finds it valid", () => {
  const { ts } = callSnippets({ body, headers });
  const client = new URL("../packages/client/src/webhooks.ts", import.meta.url).href;
  expect(ts).toContain('from "tidings-client/webhooks";');
  const program = ts.replace('"tidings-client/webhooks"', JSON.stringify(client));
  const valid = execFileSync(process.execPath, ["--input-type=module-typescript", "-e", program], {
    encoding: "utf8",
    env: { ...process.env, TIDINGS_WEBHOOK_SECRET: secret },
  });
  expect(valid).toBe("valid: message.sent\n");
});
