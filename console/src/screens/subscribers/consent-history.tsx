import type { IconName } from "../../components/icon.tsx";
import { PersonName } from "../../components/person-name.tsx";
import { Step, Steps } from "../../components/steps.tsx";
import { Time } from "../../components/time.tsx";
import { reasonWords } from "../../lib/reason-words.ts";
import { rich } from "../../lib/rich.ts";
import { t, term } from "../../lib/translate.ts";
import classes from "./consent-history.module.css";
import type { Person } from "./subscriber-facts.tsx";

type HistoryStep = Person["history"][number];

const kinds: Readonly<Record<HistoryStep["kind"], readonly [words: string, icon: IconName, tone: string]>> = {
  requested: [t`Was sent a code to confirm`, "clock", "uncertain"],
  confirmed: [t`Confirmed with the code`, "check", "delivered"],
  subscribed: [t`Subscribed`, "check", "delivered"],
  imported: [t`Was imported`, "upload", "delivered"],
  left: [term("Left", "group"), "minus", "queued"],
  blocked: [t`Opted out`, "ban", "held"],
  lifted: [t`The opt-out was lifted`, "undo", "queued"],
};

/** The person's consents, newest first: each with its time, where it came from and what the person saw. */
export function ConsentHistory({ person }: { readonly person: Person }) {
  if (person.history.length === 0) return <p className={classes.nothing}>{t`Nothing is recorded.`}</p>;
  const names = new Map(person.groups.map(({ id, name }) => [id, name]));
  return (
    <Steps>
      {person.history.map((step, index) => {
        const [words, icon, tone] = kinds[step.kind] ?? [step.kind, "more", "queued"];
        const group =
          step.group_id === null ? t`all newsletters` : (names.get(step.group_id) ?? t`a group that is gone`);
        return (
          <Step
            key={index}
            icon={icon}
            tone={tone}
            what={
              <>
                {words}: <bdi>{group}</bdi>
              </>
            }
            at={
              <>
                <Time at={step.at} show="exact" /> · <Origin step={step} />
              </>
            }
          >
            {step.wording && (
              <blockquote className={classes.wording} dir="auto" lang={step.language ?? undefined}>
                {reasonWords(step.wording)}
              </blockquote>
            )}
          </Step>
        );
      })}
    </Steps>
  );
}

const sources: Readonly<Record<string, string>> = {
  api: t`by the API`,
  console: t`in the console`,
  import: t`by an import`,
  form: t`by a form`,
  page: t`on a page`,
  sandbox: t`with the sandbox phone`,
  sms: t`by text`,
  wordpress: t`in WordPress`,
};

function Origin({ step: { source, actor, ip, wording_version: version } }: { readonly step: HistoryStep }) {
  const rest = [ip && t`from ${ip}`, version && t`wording ${version}`].filter(Boolean);
  return (
    <>
      {sources[source] ?? source.replaceAll("_", " ")}
      {actor && <> · {rich`by ${<PersonName principal={actor} />}`}</>}
      {rest.length > 0 && ` · ${rest.join(" · ")}`}
    </>
  );
}
