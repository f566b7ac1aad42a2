import { spawn } from "node:child_process";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { runChecks } from "#app/doctor/doctor";

import { main } from "../../support/service/main.ts";
import { startConnected, type ConnectedSite } from "../../support/wordpress/connected.ts";
import { wordpressMissing } from "../../support/wordpress/missing.ts";
import { bareEnvironment } from "../../support/service/processes.ts";

if (wordpressMissing) process.stdout.write(`skipped: the doctor on a real WordPress (${wordpressMissing})\n`);

describe.skipIf(wordpressMissing)("on a real WordPress", () => {
  let site: ConnectedSite;
  let platform: string;
  beforeAll(async () => {
    site = await startConnected();
    const { service_user: user, application_password: password } = site.made;
    platform = `wordpress+${site.site.url}?service=${user}:${password}&secret=${site.secret}`;
  });
  afterAll(() => site.stop());

  async function doctor(dsn = platform): Promise<string[]> {
    const settings = { TIDINGS_DATA: "/nonexistent", TIDINGS_OUTBOUND_ALLOW: "127.0.0.0/8", TIDINGS_PLATFORM: dsn };
    const found = await runChecks(settings);
    return found.filter(({ about }) => about === "platform").map(({ level, text }) => `${level}: ${text}`);
  }

  /** Changes the site through a must-use plugin, for as long as `work` runs. */
  async function withPlugin(code: string, work: () => Promise<void>): Promise<void> {
    const text = Buffer.from(`<?php ${code}`).toString("base64");
    await site.site.php(`file_put_contents(WPMU_PLUGIN_DIR . '/trouble.php', base64_decode('${text}'));`);
    try {
      await work();
    } finally {
      await site.site.php("unlink(WPMU_PLUGIN_DIR . '/trouble.php');");
    }
  }

  test("the doctor finds nothing wrong, including a proxied call", async () => {
    const said = await doctor();
    expect(said.map((line) => line.split(":")[0])).toEqual(["ok", "ok", "ok", "ok"]);
    expect(said.at(-1)).toContain("through the site arrives");
  });

  test("the doctor reports a web server that drops the Authorization header", async () => {
    const drop = "unset($_SERVER['HTTP_AUTHORIZATION'], $_SERVER['PHP_AUTH_USER'], $_SERVER['PHP_AUTH_PW']);";
    await withPlugin(drop, async () => {
      expect(await doctor()).toContainEqual(expect.stringMatching(/^error: .*drops the Authorization header/));
    });
  });

  test("the doctor reports application passwords that a plugin has switched off", async () => {
    await withPlugin("add_filter('wp_is_application_passwords_available', '__return_false');", async () => {
      expect(await doctor()).toContainEqual(expect.stringMatching(/^error: Application passwords are off/));
    });
  });

  test("the doctor reports a REST API that is closed to strangers", async () => {
    const close = `add_filter('rest_authentication_errors', fn($error) => $error ?: new WP_Error('closed', 'Closed', ['status' => 401]));`;
    await withPlugin(close, async () => {
      expect(await doctor()).toContainEqual(
        expect.stringMatching(/^error: .*does not list its namespaces \(status 401/),
      );
    });
  });

  test("the doctor reports a wrong password of the account, and a plugin that is not active", async () => {
    const wrong = platform.replace(site.made.application_password, "x".repeat(24));
    expect(await doctor(wrong)).toContainEqual(
      expect.stringMatching(/^error: .*application password of tidings-service/),
    );
    const load = "require_once ABSPATH . 'wp-admin/includes/plugin.php';";
    await site.site.php(`${load} deactivate_plugins('tidings/tidings.php');`);
    expect(await doctor()).toContainEqual(expect.stringMatching(/^warning: The companion plugin is not installed/));
    await site.site.php(`${load} activate_plugin('tidings/tidings.php');`);
    expect((await doctor()).at(-1)).toContain("through the site arrives");
  });

  test("the doctor reports a secret that has changed since", async () => {
    const service_url = site.service().url;
    const made = await site.call("/tidings/v1/connect", { json: { service_url, secret: "A".repeat(43) } });
    expect(made.status).toBe(200);
    const { service_user: user, application_password: password } = made.body;
    const said = await doctor(`wordpress+${site.site.url}?service=${user}:${password}&secret=${site.secret}`);
    expect(said.at(-1)).toMatch(/^error: The secret is not the one/);
    // A user who calls gets the same error, and not that their password is wrong.
    const answer = await site.call("/svc/v1/outbox", { as: "admin" });
    expect([answer.status, answer.body.data.signature]).toEqual([401, "forged"]);
  });

  test("tidings connect connects it, and the line that it prints is right", async () => {
    const admin = site.site.users["admin"]!;
    const env = {
      ...bareEnvironment,
      TIDINGS_OUTBOUND_ALLOW: "127.0.0.0/8",
      WORDPRESS_APPLICATION_PASSWORD: admin.password,
    };
    const args = ["connect", site.site.url, "--user", "admin", "--service-url", site.service().url, "--json"];
    const child = spawn(process.execPath, [main, ...args], { env, stdio: ["ignore", "pipe", "inherit"] });
    let out = "";
    child.stdout.on("data", (data) => (out += String(data)));
    const code = await new Promise((resolve) => child.once("close", resolve));
    expect(code).toBe(0);
    const made = JSON.parse(out) as { platform: string; plugin: string };
    const said = await doctor(made.platform);
    expect(said[2]).toContain(`Companion plugin ${made.plugin}`);
    // The service still has the previous secret.
    expect(said.at(-1)).toMatch(/^error: The secret is not the one/);
  });
});
