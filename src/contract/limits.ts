import { MAX_OTP_RECIPIENTS } from "#domain/messages/send";
import { MAX_SEGMENTS } from "#domain/texts/personal-text";
import { VALUE_LENGTH } from "#domain/texts/values";
import { LOG_WINDOW } from "#domain/outbox/read-log";
import { YEARS_AHEAD } from "#domain/schedules/when";

/** Every limit of the API, defined once. The OpenAPI file and docs/reference/limits.md are generated from these. */
export const limits = {
  bodyBytes: 2 * 1024 * 1024,
  jsonDepth: 20,
  unknownParameters: 100,
  issuesListed: 100,
  numbers: 10_000,
  ids: 1_000,
  batchMessages: 1_000,
  messageUnits: 1_530,
  messageSegments: MAX_SEGMENTS,
  name: 250,
  email: 254,
  phoneText: 40,
  senderLetters: 11,
  senderDigits: 15,
  media: 10,
  url: 2_048,
  locale: 35,
  templateVariants: 50,
  variables: 20,
  variableName: 40,
  variableValue: VALUE_LENGTH,
  customFields: 50,
  customFieldKey: 100,
  customFieldValue: 1_000,
  scheduleYearsAhead: YEARS_AHEAD,
  perPage: 100,
  pageWindow: LOG_WINDOW,
  repeatValue: 1_000,
  idempotencyKey: 255,
  idempotencyHours: 24,
  usersCheckedAtOnce: 100,
  otpRecipients: MAX_OTP_RECIPIENTS,
  validForSeconds: 604_800,
  ratePerMinute: 1_000_000,
  progressStreams: 200,
  progressStreamsPerCaller: 20,
  noticeNumbers: 50,
  heldCounted: 100_000,
  consentsShown: 100,
} as const;
