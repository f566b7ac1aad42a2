import type { Day, Hours } from "#domain/quiet-hours/hours";
import { HOLIDAYS_CHECKED, holidayRules, openOnHolidays } from "#domain/quiet-hours/data/holiday-rules";
import { presets, PRESETS_CHECKED, UNKNOWN_STATE } from "#domain/quiet-hours/presets";
import { quietHoursDefaults } from "#domain/quiet-hours/quiet-hours-settings";

const NOTE = "<!-- Made from the code by `npm run generate`. Do not edit. -->";

const dayText = (day: Day): string => (day === "closed" ? day : day.join("-"));
const hoursText = ({ weekdays, saturday, sunday, holidays }: Hours): string =>
  [dayText(weekdays), dayText(saturday), dayText(sunday), holidays].join(" | ");

/** docs/reference/quiet-hours.md */
export function quietHoursPage(): string {
  const rows = presets
    .toSorted((a, b) => (a.region < b.region ? -1 : 1))
    .map(
      ({ region, hours, basis, consentExempts, source }) =>
        `| ${region === UNKNOWN_STATE ? "US, state unknown" : `\`${region}\``} | ${hoursText(hours)} | ${basis} | ${consentExempts ? "yes" : "no"} | ${source} |`,
    );
  const known = Object.keys(holidayRules)
    .map((region) => `\`${region}\``)
    .join(", ");
  const open = Object.entries(openOnHolidays).map(([region, why]) => `- \`${region}\`: ${why}.`);
  return `# Presets of quiet hours

${NOTE}

The hours, by the recipient's clock, that apply once quiet hours are on and a region has none of its own: see the [guide](../guide/quiet-hours.md). Sources were last read on ${PRESETS_CHECKED}. This is no legal advice.

| region | Monday to Friday | Saturday | Sunday | holidays | basis | people who agreed are exempt by the rule | source |
|---|---|---|---|---|---|---|---|
${rows.join("\n")}
| any other | ${hoursText(quietHoursDefaults.defaultHours)} | \`default_hours\` | | a setting |

\`basis\`: \`law\` is a statute or an order, \`carrier\` what carriers enforce, \`custom\` what senders keep to. People who agreed are exempt by many of these rules; the presets are applied to them all the same.

Public holidays are known of ${known}: those of the whole country or state, and the days on which they are observed. Their sources were last read on ${HOLIDAYS_CHECKED}.

These presets stay open on public holidays, because no rule was found that closes them:

${open.join("\n")}
`;
}
