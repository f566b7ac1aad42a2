import type { Audience } from "./audience.ts";
import type { SendInput } from "./draft.ts";

/** The API's fields for it. Bad numbers are shown beside the field and left out, by the API. */
export function audienceInput(audience: Audience, text: string): Partial<SendInput> {
  const { everyone, groups, segments, users, roles, customers } = audience;
  const numbers = numbersOf(audience, isPersonal(text));
  const input = {
    ...(everyone ? { group_ids: "all" as const } : groups.length > 0 && { group_ids: groups.map(({ id }) => id) }),
    ...(segments.length > 0 && { segment_ids: segments.map(({ id }) => id) }),
    ...(users.length > 0 && { users: users.map(({ id }) => id) }),
    ...(roles.length > 0 && { role_ids: roles.map(({ id }) => id) }),
    ...(numbers.length > 0 && { numbers, skip_invalid: true }),
  };
  if (!customers) return input;
  // Only `recipients` names customers, and then it names every source.
  const subscribers = everyone || groups.length > 0 || segments.length > 0;
  return {
    ...input,
    recipients: [
      "customers" as const,
      ...(subscribers ? ["subscribers" as const] : []),
      ...(users.length > 0 ? ["users" as const] : []),
      ...(roles.length > 0 ? ["roles" as const] : []),
      ...(numbers.length > 0 ? ["numbers" as const] : []),
    ],
  };
}

/** Whether something in a text is filled in for each person. */
export const isPersonal = (text: string): boolean => /\{\{|%subscriber_(?:name|mobile)%/.test(text);

/** Characters of a name that a text contains at most. */
const NAME_LENGTH = 30;

/** People first, so that a person whose number is typed as well gets the text with their name. */
function numbersOf({ people, numbers }: Audience, withNames: boolean) {
  const named = people.map(({ name, number }) =>
    withNames && name !== number ? { number, variables: { name: [...name].slice(0, NAME_LENGTH).join("") } } : number,
  );
  return [...named, ...numbers];
}
