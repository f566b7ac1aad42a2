import { createClient, TidingsConnectionError, TidingsError } from "tidings-client";
import { verifyWebhook, WebhookVerificationError } from "tidings-client/webhooks";

/** A user's program. Of Node it has only `process` and `console`. */
declare const process: { readonly env: Record<string, string | undefined> };

const { TIDINGS_URL: url = "", TIDINGS_USER: user, TIDINGS_PASSWORD: applicationPassword } = process.env;
const tidings = createClient({ url, user, applicationPassword });

const numbers = ["+15005550000", "+15005551001", "+15005551002"] as const;
const sent = await tidings.sendMessage(
  { numbers, message: "Hello", category: "transactional" },
  { idempotencyKey: "one" },
);
const again = await tidings.sendMessage(
  { numbers, message: "Hello", category: "transactional" },
  { idempotencyKey: "one" },
);
if (sent.message_id === null) throw new Error("it was scheduled");

let last = "";
for await (const event of tidings.streamMessageProgress({ id: sent.message_id })) last = event.data.state;

const recipients: string[] = [];
for await (const entry of tidings.listOutbox({ message_id: sent.message_id, per_page: 2 })) {
  if (entry.recipient !== null) recipients.push(entry.recipient);
}

const csv = await tidings.exportOutbox({ message_id: sent.message_id });
const text = await new Response(csv).text();

const file = new Blob(["name,phone\nAda,+15005550009\n"]);
const { job } = await tidings.importSubscribers({ file, consent_source: "import" });
let imported = job.state;
while (imported === "queued" || imported === "running") imported = (await tidings.getJob({ id: job.id })).state;

async function refusalOf(promise: PromiseLike<unknown>): Promise<string> {
  try {
    await promise;
    return "";
  } catch (error) {
    if (error instanceof TidingsError) {
      return error.code === "invalid_parameter" ? `${error.code} ${error.details[0]?.field}` : error.code;
    }
    if (error instanceof TidingsConnectionError || error instanceof WebhookVerificationError) return error.name;
    throw error;
  }
}

console.log(
  JSON.stringify({
    accepted: sent.recipients.accepted,
    last,
    recipients: recipients.toSorted(),
    csvLines: text.trim().split("\n").length,
    imported,
    refused: await refusalOf(tidings.sendMessage({ numbers: ["abc"], message: "Hello" })),
    missing: await refusalOf(tidings.getGroup({ id: 999 })),
    replayed: again.message_id === sent.message_id,
    unreachable: await refusalOf(createClient({ url: "http://127.0.0.1:9", maxRetries: 0 }).getCredit()),
    forged: await refusalOf(verifyWebhook("{}", {}, "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")),
  }),
);
