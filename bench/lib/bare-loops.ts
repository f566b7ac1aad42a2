import { once } from "node:events";

import smpp, { type Pdu } from "smpp";
import { Pool } from "undici";

/** The minimum possible: `window` loops that post one message after the other. No ledger, no queue. */
export async function bareHttp(port: number, people: readonly string[], window: number): Promise<void> {
  const pool = new Pool(`http://127.0.0.1:${port}`, { connections: window });
  let next = 0;
  const one = async (): Promise<void> => {
    for (let index = next++; index < people.length; index = next++) {
      const { body } = await pool.request({
        method: "POST",
        path: "/sms",
        headers: { "content-type": "application/json", authorization: "Basic dXNlcjpzZWNyZXQ=" },
        body: JSON.stringify({ to: people[index], text: "Hello from the bench", ref: `bare-${index}` }),
      });
      await body.json();
    }
  };
  await Promise.all(Array.from({ length: window }, one));
  await pool.close();
}

/** The same over SMPP: npm `smpp` on one bind with `window` submits unanswered. */
export async function bareSmpp(port: number, people: readonly string[], window: number): Promise<void> {
  const session = smpp.connect({ url: `smpp://127.0.0.1:${port}` });
  session.setMaxListeners(0);
  await once(session, "connect");
  session.send(new smpp.PDU("bind_transceiver", { system_id: "user", password: "secret", interface_version: 0x34 }));
  const text = Buffer.from("Hello from the bench", "ascii");
  let next = 0;
  let answered = 0;
  await new Promise<void>((resolve) => {
    const submit = (): void => {
      if (next >= people.length) return;
      const destination_addr = people[next++]!.slice(1);
      session.send(
        new smpp.PDU("submit_sm", {
          source_addr: "Bench",
          source_addr_ton: 5,
          dest_addr_ton: 1,
          dest_addr_npi: 1,
          destination_addr,
          data_coding: 0,
          registered_delivery: 1,
          short_message: text,
        }),
      );
    };
    session.on("pdu", (pdu: Pdu) => {
      if (pdu.command === "bind_transceiver_resp") for (let slot = 0; slot < window; slot += 1) submit();
      if (pdu.command !== "submit_sm_resp") return;
      answered += 1;
      if (answered === people.length) resolve();
      submit();
    });
  });
  session.destroy();
}
