const VIRTUAL = /^([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])\.s3[.-][a-z0-9-]+\.amazonaws\.com$/;
const BY_PATH = /^s3[.-][a-z0-9-]+\.amazonaws\.com$/;

/** `s3://bucket/key` for the https address of an object in S3, which is all that AWS takes; undefined for others. */
export function s3Address(address: string): string | undefined {
  const url = URL.parse(address);
  if (url?.protocol !== "https:") return undefined;
  const path = decoded(url.pathname.slice(1));
  if (BY_PATH.test(url.hostname)) return /^[^/]+\/./.test(path) ? `s3://${path}` : undefined;
  const bucket = VIRTUAL.exec(url.hostname)?.[1];
  return bucket === undefined || path === "" ? undefined : `s3://${bucket}/${path}`;
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return "";
  }
}
