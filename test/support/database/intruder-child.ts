import pg from "pg";

/**
 * Tries to connect to a server: `{ host, port, user, database }` as the first argument. Prints the code of the refusal.
 */
const client = new pg.Client(JSON.parse(process.argv[2]!) as pg.ClientConfig);
client.on("error", () => undefined);
const code = await client.connect().then(
  () => null,
  (error: { code?: string }) => error.code,
);
process.stdout.write(`${JSON.stringify({ event: "answer", code })}\n`);
void client.end().catch(() => undefined);
