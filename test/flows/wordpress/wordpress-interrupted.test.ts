import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { eventually } from "../../support/service/processes.ts";
import { startProvider } from "../../support/service/service.ts";
import { startConnected, type ConnectedSite } from "../../support/wordpress/connected.ts";
import { wordpressMissing } from "../../support/wordpress/missing.ts";

if (wordpressMissing) process.stdout.write(`skipped: a campaign on a WordPress that fails (${wordpressMissing})\n`);

const PEOPLE = 6_000;

/** What happens to a page of recipients after the first one, as `$mark` says. */
const FAILURES = `<?php
add_filter( 'rest_pre_dispatch', function ( $result, $server, $request ) {
  if ( '/tidings/v1/recipients' !== $request->get_route() || ! $request['after'] ) { return $result; }
  switch ( (string) @file_get_contents( __DIR__ . '/mark.txt' ) ) {
    case 'printed': echo "<br />\\n<b>Warning</b>:  Undefined variable $x in <b>/srv/x.php</b> on line <b>3</b><br />\\n"; return $result;
    case 'page': header( 'Content-Type: text/html' ); echo '<!doctype html><title>Soon back</title>', str_repeat( '<p>We are being updated.', 40000 ); exit;
    case 'error in 200': return new WP_REST_Response( array( 'code' => 'internal_error', 'message' => 'x', 'data' => array( 'status' => 500 ) ), 200 );
    case 'moved': header( 'Location: https://elsewhere.example/', true, 302 ); exit;
    case 'half': header( 'Content-Type: application/json' ); echo '{"items":[{"id":9,"pho'; exit;
    case 'backwards': return new WP_REST_Response( array( 'items' => array(), 'next' => 1 ), 200 );
  }
  return $result;
}, 10, 3 );`;

/** What a person who looks at the message reads meanwhile. */
const REPORTED = [
  ["printed", /display_errors=Off/],
  ["page", /no REST API/],
  ["error in 200", /status 200 \(internal_error\)/],
  ["moved", /redirect to https:\/\/elsewhere.example/],
  ["half", /no REST API/],
  ["backwards", /cannot be read/],
] as const;

describe.skipIf(wordpressMissing)("a campaign to a role of a WordPress that fails in the middle", () => {
  let site: ConnectedSite;
  let provider: Awaited<ReturnType<typeof startProvider>>;
  let mark: string;
  beforeAll(async () => {
    provider = await startProvider(0);
    site = await startConnected({ TIDINGS_GATEWAY: provider.dsn() });
    const folder = join(site.site.folder, "site", "wp-content", "mu-plugins");
    mark = join(folder, "mark.txt");
    await writeFile(join(folder, "failures.php"), FAILURES);
    // Every third shares the number of another, and every tenth has an invalid one.
    await site.site.php(`global $wpdb;
      $wpdb->query("insert into $wpdb->users (user_login,user_pass,user_nicename,user_email,user_registered,display_name)
        select concat('bulk',seq),'',concat('bulk',seq),concat('bulk',seq,'@example.test'),now(),concat('Bulk ',seq) from seq_1_to_${PEOPLE}");
      $wpdb->query("insert into $wpdb->usermeta (user_id,meta_key,meta_value) select ID,'wp_capabilities','a:1:{s:8:\\"customer\\";b:1;}' from $wpdb->users where user_login like 'bulk%'");
      $wpdb->query("insert into $wpdb->usermeta (user_id,meta_key,meta_value)
        select ID, 'tidings_mobile', if(ID % 10 = 0, '<script>ask me</script>', concat('+4477', lpad(ID - if(ID % 3 = 0, 1, 0), 8, '0')))
        from $wpdb->users where user_login like 'bulk%'");`);
  });
  afterAll(async () => {
    await site.stop();
    await provider.close();
  });

  test("waits, and continues when it has recovered: no one is left out, no one gets it twice", async () => {
    await writeFile(mark, "printed");
    const answer = await site.call("/svc/v1/send", {
      json: { message: "To all customers", recipients: "roles", role_ids: ["customer"], category: "transactional" },
    });
    expect(answer.status).toBe(200);
    await provider.reached(1);
    const message = async () => (await site.call(`/svc/v1/messages/${answer.body.data.message_id}`)).body.data;
    for (const [failure, reported] of REPORTED) {
      await writeFile(mark, failure);
      await eventually(async () => reported.test((await message()).waiting_for ?? ""));
    }
    await rm(mark);
    const account = "get_user_by('login', 'tidings-service')->ID, '_application_passwords'";
    await site.site.php(`update_option('kept', get_user_meta(${account}, true)); delete_user_meta(${account});`);
    await eventually(async () => /application password/.test((await message()).waiting_for ?? ""));
    await site.site.php(`get_role('svc_service')->remove_cap('svc_recipients');
      update_user_meta(${account}, get_option('kept'));`);
    await eventually(async () => /may not look up/.test((await message()).waiting_for ?? ""));
    expect((await message()).state).toBe("resolving");
    await site.site.php(`get_role('svc_service')->add_cap('svc_recipients');`);
    const numbers = await site.site.php(`global $wpdb; echo implode(',', $wpdb->get_col(
      "select distinct meta_value from $wpdb->usermeta where meta_key = 'tidings_mobile' and meta_value like '+4477%'"));`);
    await eventually(async () => (await message()).state === "completed");
    expect(provider.seen.length).toBe(new Set(provider.seen).size);
    expect(new Set(provider.seen)).toEqual(new Set(numbers.trim().split(",")));
  }, 400_000);
});
