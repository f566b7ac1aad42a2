import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { rightsOf } from "#hosts/wordpress/user-now";
import { siteOf } from "#hosts/wordpress/site";
import { Secret } from "#lib/secret";

import { wordpressMissing } from "../../support/wordpress/missing.ts";
import { startWordPress, type WordPressSite } from "../../support/wordpress/site.ts";

if (wordpressMissing) process.stdout.write(`skipped: the companion on a network of sites (${wordpressMissing})\n`);

/** Makes the site a network with a second site, both in folders. */
const NETWORK = `
  require_once ABSPATH.'wp-admin/includes/upgrade.php'; require_once ABSPATH.'wp-admin/includes/network.php'; require_once ABSPATH.'wp-admin/includes/plugin.php';
  deactivate_plugins('tidings/tidings.php');
  foreach ($wpdb->tables('ms_global') as $table => $prefixed) $wpdb->$table = $prefixed;
  install_network(); $host = preg_replace('#^https?://#','',get_option('home'));
  populate_network(1, $host, 'admin@example.test', 'Net', '/', false);
  $file = ABSPATH.'wp-config.php';
  file_put_contents($file, str_replace('if (!defined', "define('MULTISITE',true); define('SUBDOMAIN_INSTALL',false); define('DOMAIN_CURRENT_SITE','$host'); define('PATH_CURRENT_SITE','/'); define('SITE_ID_CURRENT_SITE',1); define('BLOG_ID_CURRENT_SITE',1);\\nif (!defined", file_get_contents($file)));
`;

describe.skipIf(wordpressMissing)("the companion on a network of sites", () => {
  let site: WordPressSite;
  let alone: unknown;
  beforeAll(async () => {
    site = await startWordPress();
    await site.php(`require_once ABSPATH.'wp-admin/includes/plugin.php'; deactivate_plugins('tidings/tidings.php');`);
    alone = await rightsOfNobody();
    await site.php(NETWORK);
  });
  afterAll(async () => {
    await site.stop();
  });

  /** As a service account without the companion. */
  async function rights(id: number): Promise<unknown> {
    const password = await site.php(
      `echo WP_Application_Passwords::create_new_application_password(1, ['name' => wp_generate_uuid4()])[0];`,
    );
    const wordpress = siteOf({ url: site.url, fetch, timeoutMs: 10_000, clock: { now: () => performance.now() } });
    return rightsOf(wordpress, { user: "admin", password: new Secret(password) }, [], id);
  }
  const rightsOfNobody = () => rights(999);

  test("without the companion, an administrator of the network who is no member of the site is not judged; on a site alone, who is unknown is gone", async () => {
    expect(alone).toBeNull();
    const id = await site.php(
      `$id = wp_insert_user(['user_login'=>'network','user_pass'=>'x','user_email'=>'network@example.test']); grant_super_admin(1); grant_super_admin($id); remove_user_from_blog($id, 1); echo $id;`,
    );
    expect([await rights(Number(id)), await rightsOfNobody()]).toEqual([undefined, undefined]);
    expect(await rights(1)).toBeInstanceOf(Set);
  });

  const host = (): string => new URL(site.url).host;
  const make = (path: string): Promise<string> =>
    site.php(`echo wp_insert_site(['domain'=>'${host()}','path'=>'/${path}/','user_id'=>1,'title'=>'${path}']);`);
  const granted = (blog: string): Promise<string> =>
    site.php(
      `switch_to_blog(${blog}); echo json_encode([get_role('administrator')->has_cap('svc_sendsms'), (bool) get_role('svc_service')]);`,
    );
  const plugins = `require_once ABSPATH.'wp-admin/includes/plugin.php'; require_once ABSPATH.'wp-admin/includes/file.php';`;

  test("administrators of every site have the rights, including sites that are added later", async () => {
    const second = await make("two");
    await site.php(
      `${plugins} $e=activate_plugin('tidings/tidings.php','',true); echo is_wp_error($e)?$e->get_error_message():'';`,
    );
    const third = await make("three");
    expect([await granted("1"), await granted(second), await granted(third)]).toEqual([
      "[true,true]",
      "[true,true]",
      "[true,true]",
    ]);
  });

  test("each site has a connection and a user of its own, and a member of one is unknown on another", async () => {
    const made = JSON.parse(
      await site.php(
        `$out=[]; foreach ([1,2] as $b) { switch_to_blog($b); $m=Tidings\\connect('http://127.0.0.1:1',str_repeat('A',43)); $u=get_user_by('login',$m['service_user']); $out[]=[$m['service_user'], Tidings\\has_capability(new WP_User($u->ID,'',$b),'svc_recipients'), Tidings\\has_capability(new WP_User($u->ID,'',3-$b),'svc_recipients')]; restore_current_blog(); } echo json_encode($out);`,
      ),
    ) as [string, boolean, boolean][];
    expect(made.map(([, here, there]) => [here, there])).toEqual([
      [true, false],
      [true, false],
    ]);
    expect(made[0]![0]).not.toBe(made[1]![0]);
    const capabilities = await site.php(
      `switch_to_blog(2); $u=new WP_User(get_user_by('login','only_svc_sendsms')->ID,'',2); echo json_encode(Tidings\\capabilities_of($u));`,
    );
    expect(capabilities).toBe("[]");
  });

  test("a user whom the network has marked as a spammer may do nothing, until that is taken back", async () => {
    const granted = await site.php(`
      $id = wp_insert_user(['user_login'=>'spammer','user_pass'=>'x','user_email'=>'spammer@example.test','role'=>'administrator']);
      $out = [];
      foreach (['0', '1', '0'] as $spam) {
        $wpdb->update($wpdb->users, ['spam'=>$spam], ['ID'=>$id]); clean_user_cache($id);
        $out[] = count(Tidings\\serve_user(['id'=>$id])->get_data()['capabilities']);
      }
      echo json_encode($out);`);
    expect(granted).toBe("[5,0,5]");
  });

  test("the service's address is set by a network administrator, and not by a site's", async () => {
    const reported = JSON.parse(
      await site.php(`
        foreach (['screen','screen-sections','screen-actions'] as $file) require_once WP_PLUGIN_DIR.'/tidings/includes/'.$file.'.php';
        require_once ABSPATH.'wp-admin/includes/template.php';
        add_filter('wp_die_handler', fn() => function ($words, $title, $args) { throw new Exception((string) $args['response']); });
        add_filter('wp_redirect', function ($to) { throw new Exception('went on'); });
        switch_to_blog(2); Tidings\\disconnect();
        $owner = wp_insert_user(['user_login'=>'owner','user_pass'=>'owner','user_email'=>'owner@example.test']);
        add_user_to_blog(2, $owner, 'administrator'); grant_super_admin(1);
        $out = [];
        foreach ([$owner, 1] as $id) {
          wp_set_current_user($id);
          ob_start(); Tidings\\show_unconnected(); $screen = ob_get_clean();
          $call = new WP_REST_Request('POST', '/tidings/v1/connect');
          $call->set_body_params(['service_url'=>'http://127.0.0.1:2','secret'=>str_repeat('B',43)]);
          $status = rest_do_request($call)->get_status();
          $before = Tidings\\connection()['url'] ?? null;
          $_POST = ['service_url'=>'http://127.0.0.1:3','_wpnonce'=>wp_create_nonce('tidings_connect')]; $_REQUEST = $_POST;
          try { Tidings\\do_connect(); $form = 'ended'; } catch (Exception $e) { $form = $e->getMessage(); }
          $out[] = [current_user_can('manage_options'), false !== strpos($screen, 'service_url'), $status, $before, $form, Tidings\\connection()['url'] ?? null];
        }
        Tidings\\disconnect(); echo json_encode($out);`),
    );
    expect(reported).toEqual([
      [true, false, 403, null, "403", null],
      [true, true, 200, "http://127.0.0.1:2", "went on", "http://127.0.0.1:3"],
    ]);
  });

  test("the service of every site that a change of rights concerns is notified, whichever site shows the page", async () => {
    const id = await site.php(`
      foreach ([1, 2] as $b) { switch_to_blog($b); Tidings\\connect('http://127.0.0.1:'.$b, str_repeat('A',43)); restore_current_blog(); }
      $id = wp_insert_user(['user_login'=>'both','user_pass'=>'x','user_email'=>'both@example.test','role'=>'editor']);
      add_user_to_blog(2, $id, 'editor'); echo $id;`);
    const notified = async (change: string): Promise<string[]> =>
      JSON.parse(
        await site.php(`
          add_filter('pre_http_request', function ($reply, $call, $url) { global $sent; $sent[] = [$url, $call['body']]; return new WP_Error('no', 'no'); }, 10, 3);
          global $sent; $sent = []; $user = get_userdata(${id}); ${change};
          add_action('shutdown', function () { global $sent; sort($sent); echo json_encode(array_map(fn($one) => preg_replace('#^http://|/svc.*#', '', $one[0]).' '.$one[1], $sent)); }, PHP_INT_MAX);`),
      );
    const [one, two] = [`127.0.0.1:1 {"users":[${id}]}`, `127.0.0.1:2 {"users":[${id}]}`];
    expect(await notified("$user->set_role('subscriber')")).toEqual([one]);
    expect(
      await notified("switch_to_blog(2); (new WP_User($user->ID))->set_role('subscriber'); restore_current_blog()"),
    ).toEqual([two]);
    expect(await notified("reset_password($user, 'y')")).toEqual([one, two]);
    expect(await notified("update_user_status($user->ID, 'spam', 1)")).toEqual([one, two]);
    expect(await notified("require_once ABSPATH.'wp-admin/includes/ms.php'; grant_super_admin($user->ID)")).toEqual([
      one,
      two,
    ]);
    expect(await notified("remove_user_from_blog($user->ID, 2)")).toContain(two);
    // Administrators of the network have rights also at sites of which they are no members.
    await site.php(`WP_Application_Passwords::create_new_application_password(${id}, ['name'=>'A program']);`);
    const revoked = "WP_Application_Passwords::delete_all_application_passwords($user->ID)";
    expect(await notified(revoked)).toEqual([one, two]);
    await site.php("foreach ([1, 2] as $b) { switch_to_blog($b); Tidings\\disconnect(); restore_current_blog(); }");
  });

  test("uninstalling cleans every site", async () => {
    await site.php(`${plugins} deactivate_plugins('tidings/tidings.php',false,true);`);
    await site.php(`${plugins} echo json_encode(delete_plugins(['tidings/tidings.php']));`);
    const left = await site.php(
      `$out=[]; foreach ([1,2,3] as $b) { switch_to_blog($b); wp_roles()->for_site($b); $out[]=[(int) $wpdb->get_var("select count(*) from $wpdb->options where option_name like 'tidings%'"), get_role('administrator')->has_cap('svc_sendsms'), (bool) get_role('svc_service')]; restore_current_blog(); } $out[]=$wpdb->get_col("select user_login from $wpdb->users where user_login like 'tidings%'"); echo json_encode($out);`,
    );
    expect(JSON.parse(left)).toEqual([[0, false, false], [0, false, false], [0, false, false], []]);
  });
});
