/**
 * Parameter names of other services (Twilio, Vonage, MessageBird, Sinch, Plivo and the like, and common paging names),
 * each with the names that it may have here: the first one that the route has is suggested. Case, dashes and
 * underscores are ignored.
 */
const NAMES: Readonly<Record<string, readonly string[]>> = {
  to: ["numbers", "number", "mobile", "phone", "recipient"],
  phone: ["numbers", "number", "mobile", "recipient"],
  phones: ["numbers"],
  phonenumber: ["numbers", "number", "mobile", "phone", "recipient", "to"],
  phonenumbers: ["numbers"],
  number: ["numbers", "mobile", "phone", "recipient", "to"],
  mobile: ["numbers", "number", "phone", "recipient"],
  mobiles: ["numbers"],
  msisdn: ["numbers", "number", "mobile", "phone", "recipient", "to"],
  recipient: ["numbers", "number", "mobile", "to"],
  destination: ["numbers", "number", "to"],
  destinations: ["numbers"],
  text: ["message", "template"],
  template: ["template_id"],
  templateid: ["template_id"],
  body: ["message", "template"],
  content: ["message", "template"],
  sms: ["message"],
  msg: ["message"],
  from: ["sender", "date_from"],
  originator: ["sender"],
  source: ["sender"],
  senderid: ["sender"],
  groups: ["group_ids", "group_id"],
  group: ["group_ids", "group_id"],
  lists: ["group_ids", "group_id"],
  listids: ["group_ids", "group_id"],
  roles: ["role_ids"],
  user: ["users"],
  userids: ["users"],
  userid: ["users"],
  sendat: ["schedule"],
  sendtime: ["schedule"],
  senddate: ["schedule"],
  scheduledat: ["schedule"],
  scheduleat: ["schedule"],
  scheduledate: ["schedule"],
  scheduletime: ["schedule"],
  scheduledfor: ["schedule"],
  deliverat: ["schedule"],
  startat: ["schedule"],
  startsat: ["schedule"],
  recurrence: ["repeat"],
  recurring: ["repeat"],
  enddate: ["repeat", "date_to"],
  endsat: ["endDate", "repeat"],
  until: ["endDate", "repeat", "date_to"],
  every: ["value"],
  frequency: ["unit", "repeat"],
  period: ["unit"],
  mediaurl: ["media_urls"],
  media: ["media_urls"],
  attachments: ["media_urls"],
  provider: ["gateway"],
  validity: ["valid_for", "expires_in"],
  validityperiod: ["valid_for", "expires_in"],
  ttl: ["valid_for", "expires_in"],
  validfor: ["expires_in"],
  expiresin: ["valid_for"],
  throttle: ["rate_per_minute"],
  rate: ["rate_per_minute"],
  type: ["category", "types"],
  events: ["type", "types"],
  url: ["webhook_url"],
  webhookurl: ["url"],
  callbackurl: ["webhook_url", "url"],
  code: ["activation"],
  otp: ["activation", "code"],
  verificationcode: ["activation", "code"],
  activation: ["code"],
  token: ["code"],
  pin: ["code"],
  fields: ["custom_fields"],
  metadata: ["custom_fields"],
  attributes: ["custom_fields"],
  status: ["state"],
  state: ["status"],
  q: ["search"],
  query: ["search"],
  s: ["search"],
  term: ["search"],
  limit: ["per_page"],
  pagesize: ["per_page"],
  size: ["per_page"],
  count: ["per_page"],
  page: ["cursor"],
  offset: ["cursor"],
  after: ["cursor", "date_from"],
  startingafter: ["cursor"],
  pagetoken: ["cursor"],
  since: ["date_from"],
  startdate: ["date_from", "schedule"],
  datestart: ["date_from"],
  before: ["date_to"],
  dateend: ["date_to"],
  sort: ["orderby"],
  sortby: ["orderby"],
  direction: ["order"],
};

/** Parameters that other services have and no route here has: the text follows "is not known here". */
const NOT_HERE: Readonly<Record<string, string>> = {
  dryrun: "there is no dry run. With the sandbox gateway, nothing leaves the machine",
  simulate: "there is no dry run. With the sandbox gateway, nothing leaves the machine",
  testmode: "there is no dry run. With the sandbox gateway, nothing leaves the machine",
  statuscallback: "use POST /webhook to have events sent to a URL",
  callback: "use POST /webhook to have events sent to a URL",
  timezone: "write the offset in the time; without one, it is the site's time",
};

/**
 * Names that a site adds to calls, besides those that begin with `_`: they are not parameters of any route. The last
 * three sign a URL that the site issues.
 */
export const PASSED_OVER: ReadonlySet<string> = new Set([
  "rest_route",
  "tidings_principal",
  "tidings_expires",
  "tidings_signature",
]);

/** A name without case, dashes and underscores: `groupIds`, `group-ids` and `group_ids` are the same. */
export function plainName(name: string): string {
  return name.replaceAll(/[_-]/g, "").toLowerCase();
}

/** Names in this contract that another service's name may mean. */
export function namesFor(name: string): readonly string[] {
  const plain = plainName(name);
  return Object.hasOwn(NAMES, plain) ? NAMES[plain]! : [];
}

/** Why a name used elsewhere has no meaning here, and what to do instead; null if the name is not listed. */
export function whyNotSupported(name: string): string | null {
  const plain = plainName(name);
  return Object.hasOwn(NOT_HERE, plain) ? NOT_HERE[plain]! : null;
}
