/** Making and checking of secrets. Nothing here is stored in a form that gives the secret away. */
export type Credentials = {
  /** 24 letters and digits (142 bits). */
  newApplicationPassword(): string;
  /** 32 bytes, keyed with the installation's secret. Only letters and digits of what was typed count. */
  applicationPasswordHash(typed: string): Buffer;
  /** Names a typed password in the memory of this process, and nowhere else: quick, and of no use to who reads it. */
  memoryKey(typed: string): string;
  /** A random web password for a first sign-in. */
  newWebPassword(): string;
  /** Slow on purpose. */
  hashWebPassword(password: string): Promise<string>;
  /** Without a hash (nobody of that name) it takes just as long and says no. */
  verifyWebPassword(hash: string | null, password: string): Promise<boolean>;
  newSessionToken(): string;
  sessionHash(token: string): Buffer;
  /** What a form of this session must send back: nobody without the cookie's content can make it. */
  formToken(sessionToken: string): string;
};
