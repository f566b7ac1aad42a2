import type { DetailCode } from "#domain/error";

/**
 * Every code that an entry of `data.details` can have: what is wrong with one parameter. The reference page is
 * generated from this table and from the table of errors.
 */
export type DetailEntry = { readonly cause: string; readonly remedy: string };

export const details = {
  required: {
    cause: "The parameter is missing, or empty where a value is required.",
    remedy: "Provide it.",
  },
  unknown_parameter: {
    cause: "The route, or this object within it, has no parameter with this name.",
    remedy: "Use the name in `did_you_mean`, or leave it out.",
  },
  wrong_type: {
    cause:
      "The value has the wrong type: a string for a number, a list for a single value, or null where its meaning would be ambiguous.",
    remedy: "Send the type that the message names.",
  },
  not_in_list: {
    cause: "The value is not one of those allowed here.",
    remedy: "Use one of those listed in the message; `did_you_mean` has the closest one, if any is close.",
  },
  too_short: { cause: "The text or the list is too short.", remedy: "Send more." },
  too_long: {
    cause: "The text has too many characters, or the message needs too many segments.",
    remedy: "Shorten it. All limits are on one page of the reference.",
  },
  too_small: { cause: "The number is below the minimum.", remedy: "Send a larger one." },
  too_big: { cause: "The number is above the maximum.", remedy: "Send a smaller one." },
  too_many: {
    cause: "The list has too many entries, or the category allows fewer recipients.",
    remedy: "Split the call.",
  },
  invalid_format: {
    cause:
      "The value does not have the required format, such as an id without its prefix or a cursor from another list.",
    remedy: "Use the format that the message describes; send cursors and ids unchanged.",
  },
  invalid_text: {
    cause: "The text contains a NUL character or half a surrogate pair, which no phone can display.",
    remedy: "Send well-formed Unicode.",
  },
  invalid_phone: {
    cause: "The value cannot be a phone number, because of its characters, its length or its country code.",
    remedy: "Write it with + and its country code, or set TIDINGS_COUNTRY for national numbers.",
  },
  invalid_date: {
    cause: "The value is not a date or time that exists.",
    remedy: "Write 2027-06-01 or 2027-06-01T12:00:00, with an offset or Z if it is not the site's time.",
  },
  in_the_past: { cause: "The time is in the past.", remedy: "Use a time in the future." },
  too_far_ahead: { cause: "The time is further ahead than messages can be scheduled.", remedy: "Use an earlier time." },
  end_before_start: { cause: "The end of the range is before its start.", remedy: "Swap them." },
  unknown_group: { cause: "There is no group with this id.", remedy: "GET /groups lists those that exist." },
  unknown_segment: {
    cause: "There is no segment with this id.",
    remedy: "GET /segments lists those that exist.",
  },
  unknown_role: { cause: "There is no role with this name.", remedy: "GET /roles lists those that exist." },
  unknown_user: { cause: "There is no user with this id.", remedy: "GET /users lists those that exist." },
  unknown_gateway: {
    cause: "No configured gateway has this name.",
    remedy: "Use one of the names listed in the message, or leave it out.",
  },
  invalid_url: {
    cause: "The value is not a URL, or not an accepted one: it is not https, or it has a user name and password.",
    remedy: "Send a complete https URL.",
  },
  private_address: {
    cause: "The URL resolves to an address that is not public.",
    remedy: "Use a public address, or have the operator add this one to TIDINGS_OUTBOUND_ALLOW.",
  },
  not_supported: {
    cause: "A gateway that the message may be routed to does not support this.",
    remedy: "Leave it out, or use another gateway: GET /gateways shows what each one supports.",
  },
  not_selected: {
    cause: "The selector is set, and `recipients` does not name it.",
    remedy: "Name it in `recipients`, or leave it empty.",
  },
  not_together: {
    cause: "The parameter contradicts another one, or the path of the call.",
    remedy: "Send one of the two.",
  },
  archived_field: {
    cause: "The field is archived: subscribers keep its values, and no new one is accepted.",
    remedy: "Leave it out, or restore the field with PATCH /fields/{key}.",
  },
  unknown_template: { cause: "There is no template with this id.", remedy: "GET /templates lists those that exist." },
  unknown_variable: {
    cause: "The text has a variable that has no value for anyone: between double braces, or one of WP SMS.",
    remedy: "Use one that the message lists, or send `personalize: false` to send the text unchanged.",
  },
  missing_value: {
    cause:
      "A variable of the text has no value for some of the recipients, and no fallback, or an empty one that leaves nothing of their text.",
    remedy: "Write a fallback, {{name | friend}}, or add the missing values. Nobody has received the message.",
  },
  taken: { cause: "The value must be unique, and something else already has it.", remedy: "Choose another." },
  destination_blocked: {
    cause:
      "The site sends no codes to this number: it is a premium, shared-cost, satellite or other special number, or its country is not one that the operator allows.",
    remedy: "Use a mobile number. An operator can open countries and special numbers in the settings of the guard.",
  },
} as const satisfies Record<DetailCode, DetailEntry>;
