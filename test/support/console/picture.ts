/** A PNG file of 16 by 12 pixels. */
export const PICTURE = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAABAAAAAMCAIAAADkharWAAAAFUlEQVR42mPgj88mCTGMahjVgB0BALCyosGGrD5xAAAAAElFTkSuQmCC",
  "base64",
);
