import { Pool } from "undici";

const CONNECTIONS = 50;

/** Passes every number to Kannel's sendsms; @returns those that it acknowledged */
export async function loadKannel(url: string, people: readonly string[]): Promise<readonly string[]> {
  const pool = new Pool(url, { connections: CONNECTIONS });
  const acknowledged: string[] = [];
  let next = 0;
  const one = async (): Promise<void> => {
    for (let index = next++; index < people.length; index = next++) {
      const phone = people[index]!;
      const path = `/cgi-bin/sendsms?username=tester&password=foobar&from=13013&to=${encodeURIComponent(phone)}&text=Hello+from+the+bench`;
      const { statusCode, body } = await pool.request({ method: "GET", path });
      await body.dump();
      if (statusCode === 202) acknowledged.push(phone);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, one));
  await pool.close();
  return acknowledged;
}
