import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { suppress } from "../../support/database/ledger.ts";
import { waitsForSubscriber } from "../../support/database/locks.ts";
import { eventually } from "../../support/engine/engine.ts";
import { openForms, type OpenForms } from "../../support/people/forms.ts";
import { freshPhone } from "../../support/people/newsletter.ts";

let service: OpenForms;
let second: number;
beforeAll(async () => {
  service = await openForms();
  second = await service.group("Second", false);
});
afterAll(() => service.close());

async function subscriber(): Promise<{ id: number; number: string; link: string }> {
  const number = freshPhone();
  const answer = await service.subscribe({
    name: "Ada Secret",
    mobile: number,
    group_id: [1, second],
    double_opt_in: false,
  });
  const { id } = answer.json.data.subscriber;
  return { id, number, link: await service.linkOf(id) };
}

const states = async (number: string) => (await service.membershipsOf(number)).map(({ state }) => state);

/** What the browser sends if the person presses Save and has changed nothing. */
function savedAsShown(page: string): readonly (readonly [string, string])[] {
  const form = page.slice(page.indexOf("<form"), page.indexOf("</form>"));
  return [...form.matchAll(/<input\b[^>]*>/g)].flatMap(([input]) => {
    const valueOf = (name: string): string => new RegExp(`\\b${name}="([^"]*)"`).exec(input)?.[1] ?? "";
    const isSent = valueOf("type") !== "checkbox" || /\bchecked\b/.test(input);
    return isSent ? [[valueOf("name"), valueOf("value")] as const] : [];
  });
}

describe("a person's link", () => {
  it("changes nothing when it is opened, any number of times, and shows neither name nor number", async () => {
    const { number, link } = await subscriber();
    const before = await service.consentsOf(number);
    for (const method of ["GET", "HEAD", "GET"] as const) {
      const page = await service.visit(method, link);
      expect(page.status).toBe(200);
      expect(page.text).not.toContain("Ada");
      expect(page.text).not.toContain(number);
    }
    expect(await states(number)).toEqual(["active", "active"]);
    expect(await service.consentsOf(number)).toEqual(before);
  });

  it("leaves all groups by one button, which may be pressed twice", async () => {
    const { number, link } = await subscriber();
    for (let nth = 0; nth < 2; nth += 1) {
      const page = await service.visit("POST", link, { fields: { action: "leave" } });
      expect([page.status, page.text.includes("You have left")]).toEqual([200, true]);
    }
    expect(await states(number)).toEqual(["left", "left"]);
    const left = (await service.consentsOf(number)).filter(({ kind }) => kind === "left");
    expect(left).toHaveLength(2);
    expect(left[0]).toMatchObject({ source: "page", actor: null, ip: service.site.ip });
  });

  it("leaves under both numbers of a phone, all groups and single ones", async () => {
    const join = (mobile: string) =>
      service.subscribe({ name: "Ada", mobile, group_id: [1, second], double_opt_in: false });
    const both = ["+541123459901", "+5491123459901"];
    const [one] = [await join(both[0]!), await join(both[1]!)];
    const link = await service.linkOf(one.json.data.subscriber.id);
    const shown = ["1", String(second)].map((id) => ["shown", id] as const);
    await service.visit("POST", link, { fields: [["action", "save"], ...shown, ["group", "1"]] });
    for (const number of both) expect(await states(number)).toEqual(["active", "left"]);
    await service.visit("POST", link, { fields: { action: "leave" } });
    for (const number of both) expect(await states(number)).toEqual(["left", "left"]);
  });

  it("locks both numbers of a phone in the order in which a STOP locks them", async () => {
    const both = ["+541123459902", "+5491123459902"] as const;
    const people = [];
    for (const mobile of both)
      people.push(await service.subscribe({ name: "Ada", mobile, group_id: [1], double_opt_in: false }));
    const link = await service.linkOf(people[1]!.json.data.subscriber.id);
    const holder = await service.db.pool.connect();
    await holder.query("begin");
    await holder.query("select from subscribers where phone = $1 for update", [both[0]]);
    const saved = service.visit("POST", link, {
      fields: [
        ["action", "save"],
        ["shown", "1"],
      ],
    });
    await eventually(() => waitsForSubscriber(service.db.pool));
    // As a STOP does next: a session that waits for the first one has not locked the second one.
    await holder.query("set local lock_timeout = '1s'");
    const { rowCount } = await holder.query("select from subscribers where phone = $1 for update", [both[1]]);
    await holder.query("rollback");
    holder.release();
    expect([rowCount, (await saved).status]).toEqual([1, 200]);
    for (const number of both) expect(await states(number)).toEqual(["left"]);
  });

  it("leaves and joins single groups, and not those that the page did not show", async () => {
    const { number, link } = await subscriber();
    const fields = (shown: number[], chosen: number[]) => [
      ["action", "save"] as const,
      ...shown.map((id) => ["shown", String(id)] as const),
      ...chosen.map((id) => ["group", String(id)] as const),
    ];
    await service.visit("POST", link, { fields: fields([1], []) });
    expect(await states(number)).toEqual(["left", "active"]);
    await service.visit("POST", link, { fields: fields([1, second], [second]) });
    expect(await states(number)).toEqual(["left", "active"]);
    // To join again, the phone must confirm.
    const page = await service.visit("POST", link, { fields: fields([1, second], [1, second]) });
    expect(await states(number)).toEqual(["pending", "active"]);
    expect(page.text).toContain('name="code"');
    const code = await service.codeOf(number);
    const wrong = await service.visit("POST", link, { fields: { action: "confirm", code: "x" } });
    expect(wrong.status).toBe(400);
    await service.visit("POST", link, { fields: { action: "confirm", code } });
    expect(await states(number)).toEqual(["active", "active"]);
  });

  it("joins no group that the person has left since the page was shown, by another page or while it is saved", async () => {
    const { number, link } = await subscriber();
    const fields = savedAsShown((await service.visit("GET", link)).text);
    expect(fields.filter(([name]) => name === "group")).toEqual([
      ["group", "1"],
      ["group", String(second)],
    ]);
    await service.visit("POST", link, { fields: { action: "leave" } });
    await service.visit("POST", link, { fields });
    expect(await states(number)).toEqual(["left", "left"]);
    // What a person checks, they join.
    const shown = savedAsShown((await service.visit("GET", link)).text);
    const rejoined = [...shown, ["group", String(second)] as const];
    await service.visit("POST", link, { fields: rejoined });
    expect(await states(number)).toEqual(["left", "active"]);
    // The page is saved while a call that removes the person has not committed.
    const again = savedAsShown((await service.visit("GET", link)).text);
    const holder = await service.db.pool.connect();
    await holder.query("begin");
    await holder.query("select from subscribers where phone = $1 for update", [number]);
    const saved = service.visit("POST", link, { fields: again });
    await eventually(() => waitsForSubscriber(service.db.pool));
    await holder.query("update memberships set state = 'left' where phone = $1", [number]);
    await holder.query("commit");
    holder.release();
    expect((await saved).status).toBe(200);
    expect(await states(number)).toEqual(["left", "left"]);
  });

  it("leaves no group that the person has joined since the page was shown", async () => {
    const { number, link } = await subscriber();
    await service.call("POST", "/newsletter/unsubscribe", { mobile: number, group_id: second });
    const fields = savedAsShown((await service.visit("GET", link)).text);
    await service.call("POST", "/newsletter", { name: "Ada", mobile: number, group_id: second, double_opt_in: false });
    expect(await states(number)).toEqual(["active", "active"]);
    await service.visit("POST", link, { fields });
    expect(await states(number)).toEqual(["active", "active"]);
  });

  it("sends five codes an hour to one address, for whatever people", async () => {
    const rejoin = async (): Promise<number> => {
      const { link } = await subscriber();
      const shown = ["shown", "1"] as const;
      await service.visit("POST", link, { fields: [["action", "save"], shown] });
      return (await service.visit("POST", link, { fields: [["action", "save"], shown, ["group", "1"]] })).status;
    };
    const before = service.site.ip;
    service.site.ip = "198.51.100.7";
    const statuses = [];
    for (let nth = 0; nth < 6; nth += 1) statuses.push(await rejoin());
    expect(statuses).toEqual([200, 200, 200, 200, 200, 400]);
    service.site.ip = "198.51.100.8";
    expect(await rejoin()).toBe(200);
    service.site.ip = before;
  });

  it("joins no group that the person was never in", async () => {
    const { number, link } = await subscriber();
    const third = await service.group(`Third ${number}`, false);
    const fields = ["1", String(second), String(third)].flatMap((id) => [
      ["shown", id] as const,
      ["group", id] as const,
    ]);
    await service.visit("POST", link, { fields: [["action", "save"], ...fields] });
    expect((await service.membershipsOf(number)).map(({ group_id }) => group_id)).toEqual([1, second]);
  });

  it("does not lift a STOP", async () => {
    const { number, link } = await subscriber();
    await service.visit("POST", link, { fields: { action: "leave" } });
    await suppress(service.db.pool, number);
    const fields = [
      ["action", "save"],
      ["shown", "1"],
      ["group", "1"],
    ] as const;
    const page = await service.visit("POST", link, { fields });
    expect([page.status, page.text.includes("reply START")]).toEqual([400, true]);
    expect(await states(number)).toEqual(["left", "left"]);
  });

  it("is dead with any character changed, for another id, after it was replaced, and once the person is deleted", async () => {
    const { id, number, link } = await subscriber();
    const token = Buffer.from(link.slice("/p/l/".length), "base64url");
    const forged = Array.from({ length: token.length }, (_, at) => {
      const other = Buffer.from(token);
      other[at]! ^= 1;
      return `/p/l/${other.toString("base64url")}`;
    });
    const other = await subscriber();
    const stranger = Buffer.from(other.link.slice("/p/l/".length), "base64url");
    const mixed = Buffer.concat([token.subarray(0, 6), stranger.subarray(6)]).toString("base64url");
    for (const path of [...forged, `/p/l/${mixed}`, "/p/l/x", "/p/l/%00", `/p/l/${"A".repeat(5_000)}`]) {
      const answer = await service.visit("POST", path, { fields: { action: "leave" } });
      expect([path, answer.status]).toEqual([path, 404]);
    }
    expect(await states(number)).toEqual(["active", "active"]);
    const replaced = await service.linkOf(id, true);
    expect((await service.visit("POST", link, { fields: { action: "leave" } })).status).toBe(404);
    expect((await service.visit("GET", replaced)).status).toBe(200);
    expect(await service.linkOf(id)).toBe(replaced);
    await service.rows("delete from subscribers where id = $1", [id]);
    expect((await service.visit("GET", replaced)).status).toBe(404);
    expect(await service.rows("select 1 from person_links where subscriber_id = $1", [id])).toEqual([]);
  });

  it("ignores what another site's page makes a browser send", async () => {
    const { number, link } = await subscriber();
    for (const headers of [{ "sec-fetch-site": "cross-site" }, { origin: "https://evil.example" }]) {
      const page = await service.visit("POST", link, { fields: { action: "leave" }, headers });
      expect(page.status).toBe(400);
    }
    await service.visit("POST", link, { fields: {} });
    expect(await states(number)).toEqual(["active", "active"]);
  });
});
