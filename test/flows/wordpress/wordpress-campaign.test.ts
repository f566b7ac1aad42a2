import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { eventually } from "../../support/service/processes.ts";
import { startProvider } from "../../support/service/service.ts";
import { startConnected, type ConnectedSite } from "../../support/wordpress/connected.ts";
import { wordpressMissing } from "../../support/wordpress/missing.ts";

if (wordpressMissing) process.stdout.write(`skipped: a campaign to a role of a real WordPress (${wordpressMissing})\n`);

const PEOPLE = 10_000;

describe.skipIf(wordpressMissing)("a campaign to 10,000 people of a role", () => {
  let site: ConnectedSite;
  let provider: Awaited<ReturnType<typeof startProvider>>;
  beforeAll(async () => {
    provider = await startProvider(0);
    site = await startConnected({ TIDINGS_GATEWAY: provider.dsn() });
    // Everyone has a number in one of three fields; every tenth has none.
    await site.site.php(`global $wpdb;
      $wpdb->query("insert into $wpdb->users (user_login,user_pass,user_nicename,user_email,user_registered,display_name)
        select concat('bulk',seq),'',concat('bulk',seq),concat('bulk',seq,'@example.test'),now(),concat('Bulk ',seq) from seq_1_to_${PEOPLE}");
      $wpdb->query("insert into $wpdb->usermeta (user_id,meta_key,meta_value) select ID,'wp_capabilities','a:1:{s:8:\\"customer\\";b:1;}' from $wpdb->users where user_login like 'bulk%'");
      $wpdb->query("insert into $wpdb->usermeta (user_id,meta_key,meta_value)
        select ID, elt(1 + ID % 3,'tidings_mobile','mobile','billing_phone'), concat('+4477', lpad(ID, 8, '0')) from $wpdb->users where user_login like 'bulk%' and ID % 10 <> 0");`);
    // A page after the first one waits while this file exists.
    await writeFile(
      join(site.site.folder, "site", "wp-content", "mu-plugins", "hold.php"),
      `<?php add_filter('rest_pre_dispatch', function ($result, $server, $request) {
        while ('/tidings/v1/recipients' === $request->get_route() && $request['after'] > 0 && file_exists('${site.site.folder}/hold')) { usleep(20000); clearstatcache(); }
        return $result;
      }, 10, 3);`,
    );
  });
  afterAll(async () => {
    await site.stop();
    await provider.close();
  });

  const expected = PEOPLE - PEOPLE / 10;
  const rss = async (): Promise<number> =>
    Number(/VmRSS:\s+(\d+) kB/.exec(await readFile(`/proc/${site.service().pid}/status`, "utf8"))![1]) / 1024;
  const send = () =>
    site.call("/svc/v1/send", {
      json: { message: "To all customers", recipients: "roles", role_ids: ["customer"], category: "transactional" },
    });

  test("gets its response and begins before the site has listed everyone, reaches each once, and memory stays flat", async () => {
    provider.seen.length = 0;
    const hold = join(site.site.folder, "hold");
    await writeFile(hold, "");
    // PHP has compiled what a call needs.
    await site.call("/svc/v1/credit");
    const before = await rss();
    let most = before;
    const began = performance.now();
    const answer = await send();
    const answered = performance.now() - began;
    expect([answer.status, answer.body.data.state]).toEqual([200, "resolving"]);
    await provider.reached(1);
    const first = performance.now() - began;
    await rm(hold);
    await eventually(async () => {
      most = Math.max(most, await rss());
      return provider.seen.length >= expected;
    });
    const all = performance.now() - began;
    await eventually(
      async () => (await site.call(`/svc/v1/messages/${answer.body.data.message_id}`)).body.data.state === "completed",
    );
    expect([provider.seen.length, new Set(provider.seen).size]).toEqual([expected, expected]);
    process.stdout.write(
      `a role of ${PEOPLE}: answered ${answered.toFixed(0)} ms, first text ${first.toFixed(0)} ms, all ${all.toFixed(0)} ms, memory ${before.toFixed(0)} to ${most.toFixed(0)} MB\n`,
    );
    expect(most - before).toBeLessThan(120);
  });

  test("continues where it was when the site is back, and nobody gets it twice", async () => {
    provider.seen.length = 0;
    const hold = join(site.site.folder, "hold");
    await writeFile(hold, "");
    const answer = await send();
    await provider.reached(1);
    await site.site.down();
    const url = `/messages/${answer.body.data.message_id}`;
    // While PHP is away only what was read can be sent; the service itself keeps answering 503 for the site.
    const { user, password } = site.site.users["editor"]!;
    const refused = await site.direct(url, {
      headers: { authorization: `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}` },
    });
    expect([refused.status, refused.body.code]).toEqual([503, "host_unavailable"]);
    expect(provider.seen.length).toBeLessThan(expected);
    const interrupted = async () =>
      (await site.site.requests()).some((line) => /recipients.*after=[1-9].* 502$/.test(line));
    await eventually(interrupted);
    await rm(hold);
    await site.site.up();
    await eventually(() => provider.seen.length >= expected);
    await eventually(async () => (await site.call(`/svc/v1${url}`)).body.data.state === "completed");
    expect([provider.seen.length, new Set(provider.seen).size]).toEqual([expected, expected]);
  });

  test("PHP reported no problem with the plugin", async () => {
    expect(await site.site.complaints()).toEqual([]);
  });
});
