import { randomBytes } from "node:crypto";

import type { WordPressHost } from "#hosts/wordpress";

import { basic } from "../../support/people/people.ts";
import { type SiteOptions, startWordPress, type WordPressSite } from "../../support/wordpress/site.ts";
import type { HostHarness } from "./kit.ts";
import { openWordPress } from "./wordpress.ts";

type Options = SiteOptions & { readonly companion?: boolean };

/** On a real WordPress, with the companion plugin or with one that shows the number in WordPress's own routes. */
export async function startRealWordPress({ companion = true, ...options }: Options = {}): Promise<HostHarness> {
  const site = await startWordPress(options);
  const dsn = `wordpress+${site.url}?service=${await (companion ? connect(site) : withoutCompanion(site))}&timeout=10`;
  await site.php("add_role('buyers', 'Buyers', ['read' => true]); add_role('sellers', 'Sellers', ['read' => true]);");

  return {
    open: () => openWordPress(dsn),
    async addUser(user) {
      const given = Buffer.from(JSON.stringify(user)).toString("base64");
      const answer = await site.php(`
        $given = json_decode(base64_decode('${given}'), true);
        $login = $given['login'];
        $id = wp_insert_user(['user_login' => $login, 'user_pass' => wp_generate_password(30), 'user_email' => "$login@example.org", 'role' => '']);
        $user = get_userdata($id);
        foreach ($given['roles'] ?? [] as $role) $user->add_role($role);
        foreach ($given['capabilities'] ?? [] as $capability) $user->add_cap($capability);
        if ($given['seesUsers'] ?? false) $user->add_cap('list_users');
        if (isset($given['phone'])) update_user_meta($id, 'mobile', $given['phone']);
        [$password] = WP_Application_Passwords::create_new_application_password($id, ['name' => 'suite']);
        echo json_encode(['id' => $id, 'login' => $login, 'password' => $password]);
      `);
      return JSON.parse(answer) as { id: number; login: string; password: string };
    },
    async removeUser(id) {
      await site.php(`require_once ABSPATH . 'wp-admin/includes/user.php'; wp_delete_user(${id});`);
    },
    async revoke(host, id) {
      await site.php(`WP_Application_Passwords::delete_all_application_passwords(${id});`);
      (host as WordPressHost).forget();
    },
    async reachable(yes) {
      if (yes) await site.up();
      else await site.down();
    },
    roles: ["buyers", "sellers"],
    end: site.stop,
  };
}

async function connect(site: WordPressSite): Promise<string> {
  const admin = site.users["admin"]!;
  const response = await fetch(site.api("/tidings/v1/connect"), {
    method: "POST",
    headers: { authorization: basic(admin.user, admin.password), "content-type": "application/json" },
    body: JSON.stringify({ service_url: "http://127.0.0.1:9", secret: randomBytes(32).toString("base64url") }),
  });
  const made = (await response.json()) as { service_user: string; application_password: string };
  return `${made.service_user}:${made.application_password}`;
}

/** What a site does that exposes numbers with a plugin of its own; the users keep our capabilities. */
async function withoutCompanion(site: WordPressSite): Promise<string> {
  const shows =
    "<?php add_action('init', fn() => register_meta('user', 'mobile', ['type' => 'string', 'single' => true, 'show_in_rest' => ['schema' => ['context' => ['edit']]]]));";
  await site.php(`
    require_once ABSPATH . 'wp-admin/includes/plugin.php';
    deactivate_plugins('tidings/tidings.php');
    file_put_contents(WPMU_PLUGIN_DIR . '/numbers.php', base64_decode('${Buffer.from(shows).toString("base64")}'));
  `);
  const admin = site.users["admin"]!;
  return `${admin.user}:${admin.password}`;
}
