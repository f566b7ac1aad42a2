import { capabilityNames } from "./capability.ts";
import { commas } from "./commas.ts";
import { reasonWords } from "./reason-words.ts";
import { plural, t, term } from "./translate.ts";

/** A word of the service in the reader's language; null: it is a name. */
type Term = (value: string) => string | null;
type Words = Readonly<Record<string, string>>;
export type ServiceTerms = Readonly<Record<string, readonly (Term | null)[]>>;

const of =
  (words: Words): Term =>
  (value) =>
    Object.hasOwn(words, value) ? words[value]! : null;

/** Several words, as the service lists them. */
const listOf =
  (words: Words): Term =>
  (value) => {
    const found = value.split(", ").map(of(words));
    return found.every((word) => word !== null) ? commas(found) : null;
  };

const states: Words = {
  queued: t`queued`,
  held: t`held`,
  sending: t`sending`,
  sent: t`sent`,
  delivered: t`delivered`,
  undelivered: t`undelivered`,
  failed: t`failed`,
  unknown: t`unknown`,
  suppressed: t`suppressed`,
  expired: t`expired`,
  canceled: t`canceled`,
  resolving: t`resolving`,
  running: t`running`,
  paused: t`paused`,
  resumed: t`resumed`,
  completed: t`completed`,
};
const scheduleStates: Words = {
  "is active": t`is active`,
  "is paused": t`is paused`,
  "is waiting for a license": t`is waiting for a license`,
  "is completed": t`is completed`,
  "is canceled": t`is canceled`,
};
/** After "cannot be". */
const actions: Words = {
  paused: term("paused", "action"),
  resumed: term("resumed", "action"),
  canceled: term("canceled", "action"),
  skipped: term("skipped", "action"),
  run: term("run", "action"),
  "given another rate": term("given another rate", "action"),
};
const holds: Words = {
  "quiet hours": t`quiet hours`,
  "frequency cap": t`frequency cap`,
  spending: t`spending`,
  "low credit": t`low credit`,
};
const periods: Words = { day: term("day", "period"), month: term("month", "period") };
const roleActs: Words = {
  "grant these roles": t`grant these roles`,
  "change these roles": t`change these roles`,
  "create this role": t`create this role`,
  "change this role": t`change this role`,
  "delete this role": t`delete this role`,
  "change this user": t`change this user`,
};

const nouns: Readonly<Record<string, (count: number) => string>> = {
  recipient: (count) => plural(count, "# recipient", "# recipients"),
  member: (count) => plural(count, "# member", "# members"),
  number: (count) => plural(count, "# number", "# numbers"),
  gateway: (count) => plural(count, "# gateway", "# gateways"),
  second: (count) => plural(count, "# second", "# seconds"),
  day: (count) => plural(count, "# day", "# days"),
};

/** `3 recipients`, and the whole of `2 of 3 recipients`. */
const counted: Term = (value) => {
  const found = /^(?:(\d[\d,]*) of )?(\d[\d,]*) ([a-z]+?)s?$/.exec(value);
  const noun = found && Object.hasOwn(nouns, found[3]!) ? nouns[found[3]!]! : null;
  if (!found || !noun) return null;
  const all = noun(Number(found[2]!.replaceAll(",", "")));
  return found[1] === undefined ? all : t`${found[1]} of ${all}`;
};

const lasting: Term = (value) =>
  of({ "less than a day": t`less than a day`, "one day": t`one day` })(value) ?? counted(value);

/**
 * The words of its own that the service inserts into its sentences, in the order of the placeholders; null: names,
 * numbers and texts of others. By sentence, because a gateway or a group may be named `paused`.
 */
export const serviceTerms: ServiceTerms = {
  "A schedule that {0} cannot be {1}.": [of(scheduleStates), of(actions)],
  "An entry that is {0} cannot be resent, only one that is {1}.": [of(states), listOf(states)],
  "Another user has this {0}.": [of({ "user name": t`user name`, "e-mail address": t`e-mail address` })],
  "Held back: {0}.": [of(holds)],
  "It sends nothing: {0} Messages that no other gateway may send wait for it; nothing is lost.": [
    of({ "its provider refuses.": t`its provider refuses.` }),
  ],
  "It was changed meanwhile, by {0}: read it again.": [of({ "nobody known": t`nobody known` })],
  "No gateway of the default route can be used, so {0} could be sent. Add or enable one, or set TIDINGS_GATEWAY.": [
    of({ nothing: t`nothing`, "no notice": t`no notice`, "no code": t`no code` }),
  ],
  "Not sent: it {0}.": [of({ expired: t`expired`, "was canceled": t`was canceled` })],
  "Nothing is sent: {0}.": [of({ "it was restored from a backup": t`it was restored from a backup` })],
  "The group has {0}. Delete it with force=true to remove them from it.": [counted],
  "The message is {0} and cannot be {1}.": [of(states), of(actions)],
  "The message was sent to nobody: there is no text for {0}.": [counted],
  "The message was {0}.": [of(states)],
  "The same applies to another {0}.": [counted],
  "The spend cap of {0} is reached": [of(periods)],
  "The spend cap of {0} is reached. It ends at {1}.": [of(periods), null],
  "The {0} is configured, and its messages are sent through it.": [of({ "default route": t`default route` })],
  "There is no notice for {0} to the {1}.": [
    null,
    of({ customer: term("customer", "recipient"), staff: term("staff", "recipient") }),
  ],
  "There is no record that {0} agreed to marketing.": [counted],
  "This job has already {0}.": [of(states)],
  "This needs the capability {0}, which none of your roles grants.": [of(capabilityNames)],
  "Too many codes were requested. Try again in {0}.": [counted],
  "Nothing leaves until a user ends the pause ({0}).": [reasonWords],
  "Nothing leaves until {0}: {1} ({2}).": [null, reasonWords, null],
  "Waiting: {0} is paused ({1}).": [null, reasonWords],
  "Waiting: {0} is paused ({1}). So are the others that could send it.": [null, reasonWords],
  "You may not {0}: you lack {1} yourself.": [of(roleActs), listOf(capabilityNames)],
  "{0} are left. At the rate of the last seven days that lasts {1}; then the provider refuses messages.": [
    null,
    lasting,
  ],
  "{0} are managed by the platform: {1}": [
    of({
      "Application passwords": t`Application passwords`,
      "Sign-in and passwords": t`Sign-in and passwords`,
      Roles: t`Roles`,
      Users: t`Users`,
    }),
    null,
  ],
  "{0} is paused ({1}) and sends nothing at the moment. The message waits until the pause ends.": [null, reasonWords],
  "{0} of {1} accepted.": [null, counted],
  "{0} of {1} paused.": [null, counted],
};
