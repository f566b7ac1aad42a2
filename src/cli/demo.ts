import { MAX_NUMBERS } from "#app/demo/fictional-numbers";
import { makeDemo, type DemoMade } from "#app/demo/make-demo";
import { openDemo, type DemoService } from "#app/demo/open-demo";
import { removeDemo, type DemoRemoved } from "#app/demo/remove-demo";
import { readConfig } from "#app/config/config";
import { openLog } from "#app/logger";

import { readArguments, UsageError, wholeNumber, words } from "./arguments.ts";
import type { Command, Io } from "./command.ts";

const PEOPLE = 500;
const MESSAGES = 6_000;
const MAX_MESSAGES = 300_000;

const options = {
  people: { type: "string" },
  messages: { type: "string" },
  add: { type: "boolean", default: false },
  remove: { type: "boolean", default: false },
  json: { type: "boolean", default: false },
} as const;

export const demo: Command = {
  usage: [
    "tidings demo [--people N] [--messages N] [--add] [--json]",
    "tidings demo --remove [--json]",
    `Fills an installation with data to try it out: ${PEOPLE} people with fictional numbers, groups, fields, segments,`,
    `templates, a form, a webhook, 30 days of history (about ${MESSAGES} messages) and a campaign that is being sent.`,
    "It requires that every gateway is a sandbox, so nothing leaves this machine. --add: even if there are people",
    "or webhooks already. --remove deletes all of it again, and nothing else.",
  ],
  async run(args, io) {
    const call = readDemoArguments(args);
    const opened = await openDemo(readConfig(io.environment), openLog("warn"));
    try {
      return await runDemo(call, io, opened);
    } finally {
      await opened.close();
    }
  },
};

/** @throws UsageError */
export function readDemoArguments(args: readonly string[]) {
  const { values, positionals } = readArguments(args, options);
  words(positionals, []);
  const { add, remove, json } = values;
  if (remove && (add || values.people !== undefined || values.messages !== undefined)) {
    throw new UsageError("--remove takes no other option than --json");
  }
  const people = wholeNumber("people", values.people, { usual: PEOPLE, most: MAX_NUMBERS });
  const messages = wholeNumber("messages", values.messages, {
    usual: Math.max(MESSAGES, people),
    most: MAX_MESSAGES,
  });
  return { people, messages, add, remove, json };
}

/** @returns the exit code */
export async function runDemo(
  { remove, json, ...size }: ReturnType<typeof readDemoArguments>,
  io: Pick<Io, "out" | "err">,
  opened: DemoService,
): Promise<number> {
  if (remove) {
    const removed = await removeDemo(opened);
    if (json) io.out(JSON.stringify(removed));
    else for (const line of removedLines(removed)) io.out(line);
    return 0;
  }
  const made = await makeDemo(opened, size);
  const { campaign, ...counts } = made;
  if (json) io.out(JSON.stringify({ ...counts, campaign, console: opened.console }));
  else {
    for (const line of madeLines(made)) io.out(line);
    if (!(await opened.sends())) io.out("No service is running: the campaign begins when it starts (npm start).");
    io.out(`Console       ${opened.console}`);
    io.out("To remove it again: tidings demo --remove");
  }
  return 0;
}

function madeLines(made: DemoMade): string[] {
  if (made.already) return [`The demo exists already, with ${made.people} people; nothing was created.`];
  const { people, groups, segments, templates, forms, webhooks, entries, replies, schedules, campaign } = made;
  return [
    `People        ${people}, in ${groups} groups and ${segments} segments; their numbers are fictional`,
    `History       ${entries} entries of the log from 30 days, ${replies} replies`,
    `Besides       ${templates} templates, ${forms} form, ${webhooks} webhook whose address does not answer`,
    ...(schedules > 0
      ? [`Schedules     ${schedules}`]
      : ["Schedules     none: they need a license (tidings license issue)"]),
    ...(campaign === null ? [] : [`Campaign      ${campaign} is being sent slowly: pause it in the console`]),
  ];
}

function removedLines({ found, people, messages, kept }: DemoRemoved): string[] {
  if (!found) return ["There is no demo data."];
  return [
    `Removed ${people} people and ${messages} messages, with everything about them.`,
    ...(kept.length > 0 ? [`Kept, because others use it: ${kept.join(", ")}.`] : []),
  ];
}
