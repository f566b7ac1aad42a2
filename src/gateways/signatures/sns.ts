import { verify, X509Certificate } from "node:crypto";

import { at, textAt } from "../shared/json.ts";

const ABOUT = ["Message", "MessageId", "SubscribeURL", "Timestamp", "Token", "TopicArn", "Type"];

/** The fields that Amazon SNS signs, in order, by the type of the call. `Subject` counts only if present. */
const signedFields = new Map([
  ["Notification", ["Message", "MessageId", "Subject", "Timestamp", "TopicArn", "Type"]],
  ["SubscriptionConfirmation", ABOUT],
  ["UnsubscribeConfirmation", ABOUT],
]);
const hashes = new Map([
  ["1", "sha1"],
  ["2", "sha256"],
]);

/**
 * Whether Amazon SNS made this call: RSA over the fields, with SHA-1 (`SignatureVersion` 1) or SHA-256 (2).
 * https://docs.aws.amazon.com/sns/latest/dg/sns-verify-signature-of-message.html
 *
 * @param envelope the body of the call, parsed
 * @param pem the certificate at the address that {@link certificateAddress} accepted
 * @param now milliseconds
 */
export function isSignedBySns(envelope: unknown, pem: string, now: number): boolean {
  const fields = signedFields.get(textAt(envelope, "Type"));
  const hash = hashes.get(textAt(envelope, "SignatureVersion"));
  if (fields === undefined || hash === undefined) return false;
  const values = fields.map((name) => [name, at(envelope, name)] as const).filter(([, value]) => value !== undefined);
  if (!values.every(([, value]) => typeof value === "string")) return false;
  const text = values.map(([name, value]) => `${name}\n${String(value)}\n`).join("");
  try {
    const certificate = new X509Certificate(pem);
    if (now < Date.parse(certificate.validFrom) || now > Date.parse(certificate.validTo)) return false;
    return verify(hash, Buffer.from(text), certificate.publicKey, Buffer.from(textAt(envelope, "Signature"), "base64"));
  } catch {
    // No certificate, or a key of another kind.
    return false;
  }
}

// A region starts with two letters: S3 buckets are reached under `sns.s3-….amazonaws.com`, too, and anyone can have
// one.
const HOST = /^sns\.[a-z]{2}(?:-[a-z]+){1,3}-\d{1,2}\.amazonaws\.com(?:\.cn)?$/;

/** An address of Amazon SNS itself, from a call that may come from anyone; undefined for every other address. */
export function snsAddress(text: string): string | undefined {
  const url = URL.parse(text);
  const fits =
    url !== null &&
    url.protocol === "https:" &&
    HOST.test(url.hostname) &&
    url.port === "" &&
    url.username === "" &&
    url.password === "";
  return fits ? url.href : undefined;
}

/**
 * The address of a certificate of Amazon SNS. Its API is on the same hosts and returns what anyone has stored there,
 * including a certificate of their own: only the one path of its certificates is accepted, without a query.
 */
export function certificateAddress(text: string): string | undefined {
  const address = snsAddress(text);
  if (address === undefined) return undefined;
  const { pathname, search, hash } = new URL(address);
  return /^\/SimpleNotificationService-\w{1,64}\.pem$/.test(pathname) && search + hash === "" ? address : undefined;
}
