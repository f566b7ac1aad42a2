import { z } from "zod";

import { flag, list, numeric } from "../../define.ts";
import { timeout } from "../../shared/settings.ts";
import { compileBody, loneName, namesAll } from "./body.ts";
import { compileFinder } from "./find.ts";
import { readHeader } from "./headers.ts";
import { compile, headerPlaceholders, signedPlaceholders, TemplateError } from "./template.ts";

/** Placeholders that are settings themselves, and so are available without a message. */
export const ownPlaceholders = ["username", "password"] as const;
/** The same, within a request. */
export const momentPlaceholders = [...ownPlaceholders, "time", "time_ms", "time_iso", "nonce"] as const;

// An expression may take exponential time, and every call of this process would wait for it.
const finder = z.string().max(500).check(errorOf(compileFinder)).meta({ dsnOnly: "~" });
const codes = (label: string, help?: string) =>
  list()
    .default([])
    .meta({ label, ...(help === undefined ? {} : { help }) });
const word = z.string().min(1).max(100);

export const httpSettings = z
  .object({
    host: z.string().meta({ label: "Host" }),
    path: z
      .string()
      .startsWith("/")
      .default("/")
      .check(errorOf((text) => compile(text, ownPlaceholders)))
      .meta({ label: "Path", help: "May hold {username} and {password}." }),
    plain: flag().default(false).meta({ label: "Plain HTTP" }),
    username: z.string().optional().meta({ label: "User name", secret: true }),
    password: z.string().optional().meta({ label: "Password, key or token", secret: true }),
    auth: z.enum(["none", "basic", "bearer", "header", "hmac", "oauth2"]).optional().meta({
      label: "Authentication",
      help: "bearer: the password as token; header: the password in `auth_header`; hmac: a signature in `auth_header`; oauth2: client credentials, the user name as client id and the password as secret. Absent: basic, if there is a password that no template uses",
    }),
    authHeader: z
      .string()
      .regex(/^[A-Za-z0-9-]{1,60}$/, "is not a header name")
      .default("X-Signature")
      .meta({ label: "Header of the credentials" }),
    sign: z
      .string()
      .max(500)
      .check(errorOf((text) => compile(text, signedPlaceholders)))
      .optional()
      .meta({
        label: "hmac: what is signed",
        secret: true,
        help: "A template; see the notes. Absent: the body, or path and query if there is none.",
      }),
    signHash: z.enum(["sha256", "sha1", "sha512"]).default("sha256").meta({ label: "hmac: hash" }),
    signAs: z.enum(["hex", "base64", "base64url"]).default("hex").meta({ label: "hmac: encoding of the signature" }),
    authValue: z
      .string()
      .max(500)
      .default("{signature}")
      .check(errorOf((text) => compile(text, headerPlaceholders)))
      .meta({ label: "hmac: value of the header", secret: true, help: "A template with {signature}." }),
    tokenHost: z.string().max(255).optional().meta({ label: "oauth2: token host", help: "Absent: the same host." }),
    tokenPath: z.string().startsWith("/").max(500).default("/oauth/token").meta({ label: "oauth2: token path" }),
    tokenAuth: z
      .enum(["basic", "form"])
      .default("basic")
      .meta({ label: "oauth2: where id and secret are sent", help: "In a Basic header, or in the form." }),
    scope: z.string().max(500).optional().meta({ label: "oauth2: scope" }),
    method: z.enum(["GET", "POST", "PUT"]).default("POST").meta({ label: "Method" }),
    type: z.enum(["json", "form", "query", "xml", "text"]).default("json").meta({ label: "Format of the request" }),
    body: z.string().max(4_000).meta({ label: "Template", secret: true, help: "See the notes." }),
    header: z
      .array(z.string().check(errorOf(readHeader)))
      .default([])
      .meta({ label: "Further headers", secret: true, help: "`Name: value`, may be repeated." }),
    from: z.string().max(20).optional().meta({ label: "Sender" }),
    batch: numeric({ min: 1, max: 1_000 })
      .default(1)
      .meta({ label: "Recipients per call", help: "More than 1 needs `reply_list` and `reply_to`: see the notes." }),
    replyList: z.string().startsWith("/").max(200).optional().meta({
      label: "Where the response lists the recipients",
      help: "The pointers into the response then start at an entry.",
    }),
    replyTo: z.string().startsWith("/").max(200).optional().meta({ label: "Where an entry has the number" }),
    receiptQuery: z
      .string()
      .max(500)
      .optional()
      .meta({ label: "Added to {receipt_url}", help: "For providers that fill in placeholders, such as Kannel's %d." }),
    okStatus: list().default(["200", "201", "202"]).meta({ label: "Statuses of success" }),
    ok: finder
      .optional()
      .meta({ label: "Where success is found", help: "A JSON pointer, or ~ and a regular expression." }),
    okValue: codes("Values that mean success", "Absent: anything."),
    id: finder.optional().meta({ label: "Where the provider's id is found" }),
    segments: finder.optional().meta({ label: "Where the number of segments is found" }),
    channel: finder.optional().meta({ label: "Where the channel is found", help: "SMS, MMS, RCS or WhatsApp." }),
    code: finder.optional().meta({ label: "Where the error code is found" }),
    reason: finder.optional().meta({ label: "Where the error message is found" }),
    rejected: codes("Codes: never", "Error codes, or statuses such as http_400."),
    optedOut: codes("Codes: never, this person said STOP", "Of receipts with `receipt_phone`, too."),
    later: codes("Codes: try again"),
    throttled: codes("Codes: try again, too fast"),
    stop: codes("Codes: account trouble"),
    balance: finder.optional().meta({ label: "Where the balance is found" }),
    balancePath: z
      .string()
      .startsWith("/")
      .max(500)
      .default("/")
      .check(errorOf((text) => compile(text, ownPlaceholders)))
      .meta({ label: "Path of the balance", secret: true }),
    balanceMethod: z.enum(["GET", "POST"]).default("GET").meta({ label: "Method of the balance" }),
    balanceBody: z.string().max(1_000).optional().meta({ label: "Template of the balance request", secret: true }),
    balanceUnit: word
      .default("messages")
      .meta({ label: "Unit of the balance", help: "Three capitals are a currency." }),
    balanceDecimals: numeric({ min: 0, max: 9 })
      .default(0)
      .meta({ label: "Decimals of the balance", help: "46elks counts in 1/10000: 4." }),
    receiptState: word
      .optional()
      .meta({ label: "Receipts: field of the state", help: "A field, or a pointer in a JSON or XML body." }),
    receiptList: z.string().startsWith("/").optional().meta({ label: "Receipts: pointer to a list of them" }),
    receiptId: word.optional().meta({ label: "Receipts: field of the provider's id" }),
    receiptRef: word.default("ref").meta({ label: "Receipts: field of our reference" }),
    receiptPhone: word.optional().meta({ label: "Receipts: field of the number" }),
    receiptCode: word.optional().meta({ label: "Receipts: field of the error code" }),
    receiptChannel: word.optional().meta({ label: "Receipts: field of the channel" }),
    receiptSent: codes("Receipts: states that mean sent"),
    receiptDelivered: codes("Receipts: states that mean delivered"),
    receiptUndelivered: codes("Receipts: states that mean undelivered"),
    receiptFailed: codes("Receipts: states that mean failed"),
    inboundFrom: word.optional().meta({ label: "Incoming messages: field of the sender" }),
    inboundTo: word.optional().meta({ label: "Incoming messages: field of the receiver" }),
    inboundText: word.optional().meta({ label: "Incoming messages: field of the text" }),
    inboundId: word.optional().meta({ label: "Incoming messages: field of the id" }),
    inboundTime: word.optional().meta({
      label: "Incoming messages: field of the time",
      help: "It distinguishes a repetition from a second message if there is no id, and a late START from one that lifts a STOP.",
    }),
    signature: z
      .string()
      .regex(/^[A-Za-z0-9-]{1,60}$/, "is not a header name")
      .optional()
      .meta({ label: "Header that signs calls to us", help: "HMAC-SHA256 (hex) of the body." }),
    signatureSecret: z.string().min(1).optional().meta({ label: "Secret of that signature", secret: true }),
    reply: z.string().max(200).default("").meta({ label: "Our response to such calls" }),
    dedup: flag().default(false).meta({ label: "The provider refuses a second message with the same {ref}" }),
    dedupFor: numeric({ min: 1, max: 2_592_000 }).optional().meta({
      label: "Seconds for which it does so",
      help: "A message that is in doubt for longer is not repeated. Absent: for as long as a message is retried.",
    }),
    timeout,
    window: numeric({ min: 1, max: 200 }).default(10).meta({ label: "Concurrent requests" }),
  })
  .refine((given) => given.ok !== undefined || given.id !== undefined, {
    path: ["ok"],
    error: "is missing: set `ok` or `id`, because a status alone does not prove success",
  })
  .refine((given) => (given.signature === undefined) === (given.signatureSecret === undefined), {
    path: ["signature_secret"],
    error: "and `signature` go together",
  })
  .refine(
    (given) =>
      !["basic", "bearer", "header", "hmac", "oauth2"].includes(given.auth ?? "none") || given.password !== undefined,
    {
      path: ["password"],
      error: "is missing: this authentication needs one",
    },
  )
  .refine((given) => given.type === "query" || given.method !== "GET", {
    path: ["type"],
    error: "must be query with GET",
  })
  .refine((given) => given.batch === 1 || (given.replyList !== undefined && given.replyTo !== undefined), {
    path: ["batch"],
    error: "needs `reply_list` and `reply_to`: a response that names no recipient leaves every message in doubt",
  })
  .refine((given) => (given.replyList === undefined) === (given.replyTo === undefined), {
    path: ["reply_to"],
    error: "and `reply_list` go together",
  })
  .superRefine((given, context) => {
    const issue = attempt(() => compileBody(given.type, given.body));
    if (issue !== null) context.addIssue({ code: "custom", path: ["body"], message: issue });
    else if (given.batch > 1) {
      const lone = [loneName(given.type, given.body), ...given.header.map((one) => loneName("text", one))].find(
        Boolean,
      );
      const path = ["body"];
      if (lone !== undefined)
        context.addIssue({
          code: "custom",
          path,
          message: `has {${lone}}, which belongs to one recipient: \`batch\` needs {${lone}:list}, {${lone}:csv} or "{each}"`,
        });
      else if (!namesAll(given.body))
        context.addIssue({
          code: "custom",
          path,
          message: 'names nobody: `batch` needs {to:list}, {to:csv} or "{each}"',
        });
    }
    const balance = attempt(() => compileBody(given.type, given.balanceBody ?? "{}", momentPlaceholders));
    if (given.balanceBody !== undefined && balance !== null)
      context.addIssue({ code: "custom", path: ["balanceBody"], message: balance });
  });

export type HttpSettings = z.infer<typeof httpSettings>;

function errorOf(read: (text: string) => unknown): z.core.CheckFn<string> {
  return (payload) => {
    const message = attempt(() => read(payload.value));
    if (message !== null) payload.issues.push({ code: "custom", message, input: payload.value });
  };
}

function attempt(work: () => unknown): string | null {
  try {
    work();
    return null;
  } catch (error) {
    if (error instanceof TemplateError) return error.message;
    throw error;
  }
}
