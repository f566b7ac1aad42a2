import type { DetailCode } from "#domain/error";

/**
 * Every code that `code` of an entry of `data.details` can have: what is wrong with one parameter. The reference page is
 * made from this table, as from the one of errors.
 */
export type DetailEntry = { readonly cause: string; readonly remedy: string };

export const details = {
  required: {
    cause: "The parameter is missing, or empty where something must stand.",
    remedy: "Name it.",
  },
  unknown_parameter: {
    cause: "The route, or the object at this place, has no parameter of this name.",
    remedy: "Use the name in `did_you_mean`, or leave it out.",
  },
  wrong_type: {
    cause:
      "The value is of another type: a text for a number, a list for one value, null where it could mean two things.",
    remedy: "Send the type that the message names.",
  },
  not_in_list: {
    cause: "The value is none of those that are possible here.",
    remedy: "Use one that the message names; `did_you_mean` has the nearest, if one is near.",
  },
  too_short: { cause: "The text or the list is shorter than it may be.", remedy: "Send more." },
  too_long: {
    cause: "The text has more characters than it may have, or a message needs more segments.",
    remedy: "Shorten it. All limits are on one page of the reference.",
  },
  too_small: { cause: "The number is below the least that is possible.", remedy: "Send a larger one." },
  too_big: { cause: "The number is above the most that is possible.", remedy: "Send a smaller one." },
  too_many: {
    cause: "The list has more entries than it may have, or the category allows fewer recipients.",
    remedy: "Divide the call.",
  },
  invalid_format: {
    cause: "The value is not written as it must be, such as an id without its prefix or a cursor of another list.",
    remedy: "Write it as the message says; take cursors and ids as they came.",
  },
  invalid_text: {
    cause: "The text has a NUL character or half a surrogate pair, which no phone shows.",
    remedy: "Send well-formed Unicode.",
  },
  invalid_phone: {
    cause: "The value cannot be a phone number: by its characters, its length or its country code.",
    remedy: "Write it with + and its country code, or set TIDINGS_COUNTRY for national ones.",
  },
  invalid_date: {
    cause: "The value is no date or time that exists.",
    remedy: "Write 2027-06-01 or 2027-06-01T12:00:00, with an offset or Z where it is not the site's time.",
  },
  in_the_past: { cause: "The time is over.", remedy: "Name one that is to come." },
  too_far_ahead: { cause: "The time is further ahead than messages can be scheduled.", remedy: "Name a nearer one." },
  end_before_start: { cause: "The end of the range is before its beginning.", remedy: "Exchange them." },
  unknown_group: { cause: "There is no group of this id.", remedy: "GET /groups lists those that exist." },
  unknown_role: { cause: "There is no role of this name.", remedy: "GET /roles lists those that exist." },
  unknown_user: { cause: "There is no user of this id.", remedy: "GET /users lists those that exist." },
  unknown_gateway: {
    cause: "No gateway of the setting has this name.",
    remedy: "Use a name that the message lists, or leave it out.",
  },
  invalid_url: {
    cause: "The value is no URL, or one that is not taken here: not https, or with user name and password.",
    remedy: "Send a whole https URL.",
  },
  private_address: {
    cause: "The URL leads to an address that is not public.",
    remedy: "Use a public one, or have the operator name it in TIDINGS_OUTBOUND_ALLOW.",
  },
  not_supported: {
    cause: "A gateway that the text may go by cannot do this.",
    remedy: "Leave it out, or send by another gateway: GET /gateways tells what each can do.",
  },
  not_selected: {
    cause: "The selector is filled, and `recipients` does not name it.",
    remedy: "Name it in `recipients`, or leave it empty.",
  },
  not_together: {
    cause: "The parameter contradicts another one, or the address of the call.",
    remedy: "Send one of the two.",
  },
  taken: { cause: "The value must be unique, and something else has it.", remedy: "Choose another." },
} as const satisfies Record<DetailCode, DetailEntry>;
