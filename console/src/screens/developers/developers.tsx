import { useSession } from "../../api/session.ts";
import { Page } from "../../components/page.tsx";
import { Panel } from "../../components/panel.tsx";
import { rich } from "../../lib/rich.ts";
import { t } from "../../lib/translate.ts";
import { ApplicationPasswords } from "../application-passwords/application-passwords.tsx";
import classes from "./developers.module.css";
import { QuickStart } from "./quick-start.tsx";
import { SandboxNumbers } from "./sandbox-numbers.tsx";
import { TryCall } from "./try-call.tsx";
import { VerifyWebhook } from "./verify-webhook.tsx";

/** Everything that a program needs to send: a password, a first call, and where the rest is described. */
export function Developers() {
  const { site } = useSession();
  return (
    <Page
      title={t`Developers`}
      lead={rich`What this console does, a program can do: ${<a href="/docs">{t`all calls`}</a>}, ${<a href="/openapi.json">openapi.json</a>}, ${<a href="/docs/guide/first-message">{t`a first message step by step`}</a>}.`}
    >
      <div className={classes.stack}>
        <section aria-label={t`Application passwords`}>
          <ApplicationPasswords user="me" />
        </section>
        <div className={classes.two}>
          <Panel title={t`A first call`} lead={t`Put an application password in place of PASSWORD.`}>
            <QuickStart />
          </Panel>
          <Panel
            title={t`Try a call`}
            lead={
              site.sandbox
                ? t`The sandbox takes it: no real phone receives anything.`
                : t`A gateway is configured: this sends a real text.`
            }
          >
            <TryCall />
          </Panel>
        </div>
        <Panel
          title={t`Verify a webhook`}
          lead={t`Every call to your program is signed. Verify the body as it came, before it is parsed.`}
        >
          <VerifyWebhook />
        </Panel>
        {site.sandbox && (
          <Panel title={t`Numbers with a known outcome`} lead={t`The sandbox delivers to every number, except these.`}>
            <SandboxNumbers />
          </Panel>
        )}
      </div>
    </Page>
  );
}
