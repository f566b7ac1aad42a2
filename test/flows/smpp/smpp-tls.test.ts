import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { describe, expect, it } from "vitest";

import { bench, sendOne } from "../../support/providers/smpp-gateway.ts";

describe("TLS", () => {
  const folder = mkdtempSync(join(tmpdir(), "smpp-tls-"));
  const [key, cert] = [join(folder, "key.pem"), join(folder, "cert.pem")];
  const made = makeCertificate(key, cert);
  const pems = made ? { key: readFileSync(key, "utf8"), cert: readFileSync(cert, "utf8") } : { key: "", cert: "" };
  rmSync(folder, { recursive: true });
  if (!made) process.stdout.write("skipped: SMPP over TLS (no openssl to make a certificate)\n");

  it.skipIf(!made)("sends messages when the certificate is trusted", async () => {
    const { smsc, gateway } = await bench(pems, { tls: true, tlsCa: pems.cert, tlsName: "smsc.test" });
    expect(await sendOne(gateway, "secret")).toMatchObject({ kind: "accepted" });
    expect(smsc.submitted).toHaveLength(1);
  });

  it.skipIf(!made)("sends no password to an untrusted certificate, or to one for another name", async () => {
    const untrusted = await bench(pems, { tls: true, tlsName: "smsc.test" });
    expect(await sendOne(untrusted.gateway, "secret")).toMatchObject({ kind: "later" });
    const misnamed = await bench(pems, { tls: true, tlsCa: pems.cert, tlsName: "other.test" });
    expect(await sendOne(misnamed.gateway, "secret")).toMatchObject({ kind: "later" });
    expect([...untrusted.smsc.binds, ...misnamed.smsc.binds]).toEqual([]);
  });
});

function makeCertificate(key: string, cert: string): boolean {
  const subject = ["-subj", "/CN=smsc.test", "-addext", "subjectAltName=DNS:smsc.test"];
  const curve = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2"];
  try {
    execFileSync("openssl", ["req", "-x509", ...curve, ...subject, "-keyout", key, "-out", cert], { stdio: "ignore" });
    return true;
  } catch (error) {
    if (process.env["CI_FULL"] === "1") throw error;
    return false;
  }
}
