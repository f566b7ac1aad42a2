import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { kannelMissing, startKannel } from "../../support/providers/kannel.ts";
import { shown, type Smsc, startSmsc, type Submitted } from "../../support/providers/smsc.ts";

if (kannelMissing) process.stdout.write(`skipped: our test SMSC against Kannel (${kannelMissing})\n`);

// The SMSC that all other SMPP tests trust is ours: here an independent client uses it.
describe.skipIf(kannelMissing)("Kannel as a client of our test SMSC", () => {
  let smsc: Smsc;
  let kannel: Awaited<ReturnType<typeof startKannel>>;

  beforeAll(async () => {
    smsc = await startSmsc();
    kannel = await startKannel({ smpp: smsc.port });
    await smsc.until(() => smsc.binds.length === 1);
  });
  afterAll(async () => {
    await kannel?.stop();
    await smsc?.close();
  });

  const textsTo = (to: string): Submitted[] => smsc.submitted.filter(({ pdu }) => pdu.destination_addr === to);

  it("binds as a transceiver of version 3.4", () => {
    expect(smsc.binds[0]).toMatchObject({ command: "bind_transceiver", system_id: "kannel", interface_version: 0x34 });
  });

  it("sends a GSM text with extension characters as data_coding 0", async () => {
    expect(await kannel.send({ to: "+447700900201", from: "ACME", text: "{a} [b] 5 €" })).toMatchObject({
      status: 202,
    });
    await smsc.until(() => textsTo("447700900201").length === 1);
    const [one] = textsTo("447700900201");
    expect(shown(one!).text).toBe("{a} [b] 5 €");
    expect(one!.pdu).toMatchObject({ data_coding: 0, source_addr_ton: 5, source_addr: "ACME", dest_addr_ton: 1 });
  });

  it("sends a UCS-2 text as data_coding 8", async () => {
    await kannel.send({ to: "+447700900202", text: "Привет 😀", coding: "2" });
    await smsc.until(() => textsTo("447700900202").length === 1);
    expect(shown(textsTo("447700900202")[0]!).text).toBe("Привет 😀");
    expect(textsTo("447700900202")[0]!.pdu.data_coding).toBe(8);
  });

  it("cuts 200 characters into the same segments and headers as we do", async () => {
    const text = "0123456789".repeat(20);
    await kannel.send({ to: "+447700900203", text });
    await smsc.until(() => textsTo("447700900203").length === 2);
    const parts = textsTo("447700900203").map(shown);
    expect(parts.map((part) => part.text)).toEqual([text.slice(0, 153), text.slice(153)]);
    expect(parts.map(({ header }) => header!.replace(/^(0003)../, "$1rr"))).toEqual(["0003rr0201", "0003rr0202"]);
  });

  it("accepts our receipts and reports them to its own caller", async () => {
    await kannel.send({ to: "+447700900204", text: "tell me", "dlr-mask": "31" });
    await smsc.until(() => textsTo("447700900204").length === 1);
    const [one] = textsTo("447700900204");
    expect(one!.pdu.registered_delivery! & 1).toBe(1);
    const answer = await smsc.receipt(one!.id, "DELIVRD", {
      source_addr: "447700900204",
      source_addr_ton: 1,
      destination_addr: "13013",
    });
    expect(answer).toMatchObject({ command: "deliver_sm_resp", command_status: 0 });
    const about = () =>
      kannel.reports.filter((report) => report.get("id") === "+447700900204").map((report) => report.get("d"));
    await kannel.until(() => about().includes("1"));
    expect(about()).toEqual(["8", "1"]);
  });

  it("requests one receipt for a message of two segments, as we do", async () => {
    await kannel.send({ to: "+447700900205", text: "0123456789".repeat(20), "dlr-mask": "31" });
    await smsc.until(() => textsTo("447700900205").length === 2);
    expect(
      textsTo("447700900205")
        .map(({ pdu }) => pdu.registered_delivery)
        .toSorted(),
    ).toEqual([0, 17]);
  });

  it("reconnects after a cut and has lost nothing", async () => {
    smsc.cut();
    await smsc.until(() => smsc.links.size === 0);
    await kannel.send({ to: "+447700900206", text: "after the cut" });
    await smsc.until(() => textsTo("447700900206").length === 1);
    expect(smsc.binds.length).toBeGreaterThan(1);
  });
});
