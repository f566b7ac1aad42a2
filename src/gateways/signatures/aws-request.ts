import { createHmac } from "node:crypto";

import { sha256 } from "./sha256.ts";

export type AwsKeys = {
  readonly accessKey: string;
  readonly secretKey: string;
  readonly region: string;
  /** The name that the service signs under, e.g. `sms-voice`. */
  readonly service: string;
};

/**
 * The headers that authenticate a request to AWS: Signature Version 4 over method, headers and body, for a path of `/`
 * without a query. All of `headers` are signed, and the host.
 * https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html
 *
 * @param now milliseconds; AWS accepts a difference of a quarter of an hour
 */
export function signAwsRequest(
  request: {
    readonly method: string;
    readonly host: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string;
  },
  keys: AwsKeys,
  now: number,
): { readonly "x-amz-date": string; readonly authorization: string } {
  const date = new Date(now).toISOString().replaceAll(/[-:]|\.\d{3}/g, "");
  const headers = Object.entries({ ...request.headers, host: request.host, "x-amz-date": date })
    .map(([name, value]) => [name.toLowerCase(), value.trim().replaceAll(/ +/g, " ")] as const)
    .sort(([left], [right]) => (left < right ? -1 : 1));
  const signedHeaders = headers.map(([name]) => name).join(";");
  const canonical = [
    request.method,
    "/",
    "",
    ...headers.map(([name, value]) => `${name}:${value}`),
    "",
    signedHeaders,
    sha256(request.body),
  ].join("\n");

  const day = date.slice(0, 8);
  const scope = [day, keys.region, keys.service, "aws4_request"];
  const key = scope.reduce<string | Buffer>(hmac, `AWS4${keys.secretKey}`);
  const signature = hmac(key, ["AWS4-HMAC-SHA256", date, scope.join("/"), sha256(canonical)].join("\n"));
  const credential = `${keys.accessKey}/${scope.join("/")}`;
  return {
    "x-amz-date": date,
    authorization: `AWS4-HMAC-SHA256 Credential=${credential}, SignedHeaders=${signedHeaders}, Signature=${signature.toString("hex")}`,
  };
}

const hmac = (key: string | Buffer, text: string): Buffer => createHmac("sha256", key).update(text).digest();
