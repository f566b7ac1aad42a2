import { Page } from "../../components/page.tsx";
import { SubNav, usePart } from "../../components/sub-nav.tsx";
import { rich } from "../../lib/rich.ts";
import { t } from "../../lib/translate.ts";
import { Calls } from "./calls.tsx";
import { Start } from "./start.tsx";
import { TryCalls } from "./try-calls.tsx";
import { parts } from "./parts.ts";

/** Everything for people who write programs: passwords, examples, every call to try, and what their programs did. */
export function Developers() {
  const part = usePart(parts);
  return (
    <Page
      title={t`Developers`}
      lead={rich`A program can do everything that this console does: ${<a href="/docs">{t`all calls`}</a>}, ${<a href="/openapi.json">openapi.json</a>}, ${<a href="/docs/guide/first-message">{t`a first message step by step`}</a>}.`}
    >
      <SubNav label={t`Developers`} parts={parts} current={part} />
      {part === "start" && <Start />}
      {part === "try" && <TryCalls />}
      {part === "log" && <Calls />}
    </Page>
  );
}
