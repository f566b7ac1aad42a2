import { CUSTOM_VALUE_LENGTH, NAME_LENGTH } from "#domain/newsletter/field-limits";
import { FORM_LIMITS } from "#domain/forms/form";
import { MAX_NEW_GROUPS } from "#domain/imports/read-groups";
import { MESSAGE_UNITS } from "#domain/messages/content";
import { LONGEST_VALID_FOR } from "#domain/messages/message";
import { MAX_NUMBERS } from "#domain/recipients/numbers";
import { MAX_UNITS } from "#domain/schedules/repeat";
import { MAX_OTP_RECIPIENTS } from "#domain/messages/send";
import { MAX_CONDITIONS } from "#domain/subscribers/filter";
import { LOCALE_LENGTH, ZONE_LENGTH } from "#domain/subscribers/locale-and-zone";
import { MAX_SEGMENTS } from "#domain/texts/personal-text";
import { VALUE_LENGTH } from "#domain/texts/values";
import { LOG_WINDOW } from "#domain/outbox/read-log";
import { YEARS_AHEAD } from "#domain/schedules/moment";
import { MAX_PASSKEYS } from "#domain/users/passkeys";

/** Every limit of the API, defined once. The OpenAPI file and docs/reference/limits.md are generated from these. */
export const limits = {
  bodyBytes: 2 * 1024 * 1024,
  importBytes: 200 * 1024 * 1024,
  importGroups: MAX_NEW_GROUPS,
  jsonDepth: 20,
  callFields: 2 * MAX_NUMBERS,
  unknownParameters: 100,
  issuesListed: 100,
  batchIssuesListed: 10,
  numbers: MAX_NUMBERS,
  ids: 1_000,
  batchMessages: 1_000,
  messageUnits: MESSAGE_UNITS,
  messageSegments: MAX_SEGMENTS,
  name: NAME_LENGTH,
  email: 254,
  phoneText: 40,
  senderLetters: 11,
  senderDigits: 15,
  media: 10,
  mediaBytes: 5 * 1024 * 1024,
  url: 2_048,
  locale: LOCALE_LENGTH,
  templateVariants: 50,
  variables: 20,
  variableName: 40,
  variableValue: VALUE_LENGTH,
  customFields: 50,
  customFieldKey: 100,
  customFieldValue: CUSTOM_VALUE_LENGTH,
  fieldChoices: 100,
  fieldChoice: 100,
  timeZone: ZONE_LENGTH,
  filterConditions: MAX_CONDITIONS,
  hoursRegions: 300,
  segmentIds: 20,
  scheduleYearsAhead: YEARS_AHEAD,
  perPage: 100,
  pageWindow: LOG_WINDOW,
  repeatValue: MAX_UNITS,
  idempotencyKey: 255,
  idempotencyHours: 24,
  usersCheckedAtOnce: 100,
  otpRecipients: MAX_OTP_RECIPIENTS,
  validForSeconds: LONGEST_VALID_FOR,
  ratePerMinute: 1_000_000,
  exports: 10,
  progressStreams: 200,
  progressStreamsPerCaller: 20,
  eventStreams: 200,
  eventStreamsPerCaller: 10,
  eventMessages: 20,
  noticeNumbers: 50,
  passkeys: MAX_PASSKEYS,
  codeLimit: 1_000_000,
  otpSeconds: 300,
  otpSecondsLeast: 120,
  otpSecondsMost: 86_400,
  heldCounted: 100_000,
  groupsNamed: 100,
  consentsShown: 100,
  consentText: 2_000,
  suppressionsAtOnce: 10_000,
  movedNumbers: 100_000,
  movedEntries: 500,
  movedSchedules: 100,
  reason: 500,
  welcome: 600,
  footer: 300,
  languages: 50,
  formTitle: FORM_LIMITS.title,
  formIntro: FORM_LIMITS.intro,
  formConsent: FORM_LIMITS.consent,
  formGroups: FORM_LIMITS.groups,
  formFields: FORM_LIMITS.fields,
  formChoices: FORM_LIMITS.choices,
  formOrigins: FORM_LIMITS.origins,
  formRequestsPerHour: FORM_LIMITS.requestsPerHour,
} as const;
