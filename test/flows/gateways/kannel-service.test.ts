import { serve } from "@hono/node-server";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { deliveriesOf } from "../../support/database/ledger.ts";
import { eventually, numbers } from "../../support/engine/engine.ts";
import { startTestService, type TestService } from "../../support/service/test-service.ts";
import { freePorts } from "../../support/service/free-ports.ts";
import { kannelMissing, startKannel, type Kannel } from "../../support/providers/kannel.ts";
import { shown, startSmsc, type Smsc, type Submitted } from "../../support/providers/smsc.ts";

if (kannelMissing) process.stderr.write(`skipped: a service that sends by a real Kannel (${kannelMissing})\n`);

/** A number that the SMSC refuses. */
const REFUSED = "447700900999";

// The whole path and back: our API, Kannel by HTTP, an SMSC by SMPP; receipts and inbound messages return through
// Kannel.
describe.skipIf(kannelMissing)("a service that sends by a real Kannel", () => {
  let smsc: Smsc;
  let kannel: Kannel;
  let service: TestService;
  let server: ReturnType<typeof serve>;

  beforeAll(async () => {
    smsc = await startSmsc({
      onSubmit: ({ pdu }) => (pdu.destination_addr === REFUSED ? { status: 0x0b } : {}),
    });
    const [port, sendsms] = await freePorts(2);
    service = await startTestService({
      TIDINGS_PUBLIC_URL: `http://127.0.0.1:${port}`,
      TIDINGS_GATEWAY: `kannel+http://tester:foobar@127.0.0.1:${sendsms}?name=main&from=ACME`,
    });
    server = serve({ fetch: (request) => service.app.fetch(request), hostname: "127.0.0.1", port: port! });
    const inbound = `${service.gateways.receiptAddress("main")}?from=%p&to=%P&text=%b&charset=%C&id=%I&time=%T`;
    kannel = await startKannel({ smpp: smsc.port }, { sendsms: sendsms!, inbound });
    await smsc.until(() => smsc.binds.length === 1);
  });
  afterAll(async () => {
    await kannel?.stop();
    await service?.end();
    await new Promise((resolve) => server?.close(resolve));
    await smsc?.close();
  });

  const send = async (phone: string, message: string): Promise<void> => {
    expect((await service.call("POST", "/send", { numbers: [`+${phone}`], message })).status).toBe(200);
  };
  const submitted = async (phone: string): Promise<Submitted> => {
    const to = () => smsc.submitted.filter(({ pdu }) => pdu.destination_addr === phone);
    await smsc.until(() => to().length > 0);
    expect(to()).toHaveLength(1);
    return to()[0]!;
  };
  const becomes = async (phone: string, state: string): Promise<{ failure: string | null }> =>
    eventually(async () => {
      const [found] = await deliveriesOf(service.pool, { phone: `+${phone}`, state });
      return found;
    });
  const tellReceipt = (one: Submitted, state: string, error = "000") =>
    smsc.deliver({
      esm_class: 0x04,
      data_coding: 0,
      source_addr: one.pdu.destination_addr,
      source_addr_ton: 1,
      destination_addr: "ACME",
      destination_addr_ton: 5,
      short_message: Buffer.from(
        `id:${one.id} sub:001 dlvrd:000 submit date:2611201200 done date:2611201201 stat:${state} err:${error} text:`,
      ),
    });
  const write = (phone: string, text: string, coding: 0 | 8 = 0) =>
    smsc.deliver({
      source_addr: phone,
      source_addr_ton: 1,
      destination_addr: "13013",
      data_coding: coding,
      short_message: coding === 8 ? Buffer.from(text, "utf16le").swap16() : Buffer.from(text, "latin1"),
    });
  const inbox = (phone: string) =>
    eventually(async () => {
      const { rows } = await service.pool.query("select * from inbox where sender = $1", [`+${phone}`]);
      return rows.length > 0 ? rows : null;
    });

  it("delivers a message to the SMSC and its receipt back to the log", async () => {
    await send("447700900301", "Hello {Kannel} €");
    const one = await submitted("447700900301");
    expect(shown(one).text).toBe("Hello {Kannel} €");
    expect(one.pdu).toMatchObject({ data_coding: 0, source_addr: "ACME", source_addr_ton: 5, dest_addr_ton: 1 });
    await becomes("447700900301", "sent");
    await tellReceipt(one, "DELIVRD");
    await becomes("447700900301", "delivered");
  });

  it("sends a long text in UCS-2 in segments, and reports why it was not delivered", async () => {
    const text = "Ж".repeat(100);
    await send("447700900302", text);
    await smsc.until(() => smsc.submitted.filter(({ pdu }) => pdu.destination_addr === "447700900302").length === 2);
    const parts = smsc.submitted.filter(({ pdu }) => pdu.destination_addr === "447700900302");
    expect(parts.map((part) => shown(part).text).join("")).toBe(text);
    await tellReceipt(
      parts.find(({ pdu }) => pdu.registered_delivery !== 0)!,
      "UNDELIV",
      "01B",
    );
    expect((await becomes("447700900302", "undelivered")).failure).toContain("01B");
  });

  it("learns that the SMSC refused a message that Kannel had accepted", async () => {
    await send(REFUSED, "nobody there");
    const { failure } = await eventually(async () => {
      const sql = "select failure from deliveries where phone = $1 and state in ('failed', 'undelivered')";
      return (await service.pool.query<{ failure: string }>(sql, [`+${REFUSED}`])).rows[0];
    });
    expect(failure).toContain("0x0000000b");
  });

  it("stores an inbound message in the inbox, in any script, with its event", async () => {
    await write("447700900303", "Hi & bye");
    expect(await inbox("447700900303")).toMatchObject([{ gateway: "main", recipient: "13013", body: "Hi & bye" }]);
    await write("447700900304", "Привет ☃ 😀", 8);
    expect(await inbox("447700900304")).toMatchObject([{ body: "Привет ☃ 😀" }]);
    const { rows } = await service.pool.query(
      "select phone from events where kind = 'new_incoming_sms' order by phone",
    );
    expect(rows).toEqual([{ phone: "+447700900303" }, { phone: "+447700900304" }]);
  });

  it("respects a STOP", async () => {
    await write("447700900305", "STOP");
    await eventually(
      async () => (await service.pool.query("select from suppressions where phone = '+447700900305'")).rowCount === 1,
    );
    const answer = await service.call("POST", "/send", { numbers: ["+447700900305"], message: "still there?" });
    expect(answer.body.code).toBe("no_recipients");
  });

  it("holds a message while Kannel is away, and sends it once when it is back", async () => {
    await kannel.down();
    await smsc.until(() => smsc.links.size === 0);
    await send("447700900306", "after the crash");
    await eventually(
      async () => (await service.pool.query("select from retries where phone = '+447700900306'")).rowCount === 1,
    );
    expect(smsc.submitted.filter(({ pdu }) => pdu.destination_addr === "447700900306")).toEqual([]);
    await kannel.up();
    await submitted("447700900306");
    await becomes("447700900306", "sent");
  });

  it("sends no message twice and loses none when Kannel dies in the middle of a campaign", async () => {
    const phones = numbers(300);
    expect((await service.call("POST", "/send", { numbers: phones, message: "to all" })).status).toBe(200);
    const theirs = () => smsc.submitted.filter(({ pdu }) => pdu.destination_addr!.startsWith("4915"));
    await smsc.until(() => theirs().length >= 50);
    await kannel.down();
    await kannel.up();
    const states = await eventually(async () => {
      const sql = "select state::text, count(*)::int as count from deliveries where phone like '+4915%' group by 1";
      const { rows } = await service.pool.query<{ state: string; count: number }>(sql);
      const found = Object.fromEntries(rows.map(({ state, count }) => [state, count]));
      return found["queued"] || found["sending"] ? null : found;
    });
    const { sent = 0, unknown = 0, ...others } = states;
    expect(others).toEqual({});
    expect(sent + unknown).toBe(phones.length);
    // At most the calls in progress are in doubt.
    expect(unknown).toBeLessThanOrEqual(20);
    // Kannel has forgotten what it had accepted and not yet submitted: it stores nothing on disk here.
    const seen = theirs().map(({ pdu }) => pdu.destination_addr);
    expect(new Set(seen).size).toBe(seen.length);
  });
});
