import { useSession } from "../../api/session.ts";
import { Panel } from "../../components/panel.tsx";
import { t } from "../../lib/translate.ts";
import { ApplicationPasswords } from "../application-passwords/application-passwords.tsx";
import classes from "./developers.module.css";
import { QuickStart } from "./quick-start.tsx";
import { SandboxNumbers } from "./sandbox-numbers.tsx";
import { VerifyWebhook } from "./verify-webhook.tsx";

/** What a program needs to send: a password, a first call, and how to verify calls to it. */
export function Start() {
  const { site } = useSession();
  return (
    <div className={classes.stack}>
      <section aria-label={t`Application passwords`}>
        <ApplicationPasswords user="me" />
      </section>
      <div className={classes.two}>
        <Panel title={t`A first call`} lead={t`Put an application password in place of PASSWORD.`}>
          <QuickStart />
        </Panel>
        <Panel
          title={t`Verify a webhook`}
          lead={t`Every call to your program is signed. Verify the body as it came, before it is parsed.`}
        >
          <VerifyWebhook />
        </Panel>
      </div>
      {site.sandbox && (
        <Panel title={t`Numbers with a known outcome`} lead={t`The sandbox delivers to every number, except these.`}>
          <SandboxNumbers />
        </Panel>
      )}
    </div>
  );
}
