/** Where passkeys are valid: WebAuthn binds each to the host name of the page that created it. */
export type PasskeySite = {
  /** Of the page: scheme, host and port. */
  readonly origin: string;
  /** Its host name. */
  readonly rpId: string;
};

/**
 * What a browser returns for a new passkey, in base64url (`RegistrationResponseJSON`). Nothing in it is checked yet.
 */
export type NewCredential = {
  readonly id: string;
  readonly rawId: string;
  readonly response: { readonly clientDataJSON: string; readonly attestationObject: string };
};

/** What a browser returns for a sign-in (`AuthenticationResponseJSON`). Nothing in it is checked yet. */
export type Assertion = {
  readonly id: string;
  readonly rawId: string;
  readonly response: {
    readonly clientDataJSON: string;
    readonly authenticatorData: string;
    readonly signature: string;
    readonly userHandle?: string | null | undefined;
  };
};

/** The stored data of a passkey, for the verification of its signatures. */
export type PublicKey = {
  readonly credentialId: Buffer;
  /** COSE (RFC 9052). */
  readonly publicKey: Buffer;
  /** The authenticator's count of signatures; 0 if it does not count. */
  readonly counter: number;
};

/** What a page passes to `navigator.credentials.create`, as JSON. */
export type CreationOptions = {
  readonly rp: { readonly name: string; readonly id: string };
  readonly user: { readonly id: string; readonly name: string; readonly displayName: string };
  readonly challenge: string;
  readonly pubKeyCredParams: readonly { readonly type: "public-key"; readonly alg: number }[];
  readonly timeout: number;
  readonly excludeCredentials: readonly { readonly type: "public-key"; readonly id: string }[];
  readonly authenticatorSelection: {
    readonly residentKey: "required";
    readonly requireResidentKey: true;
    readonly userVerification: "required";
  };
  readonly attestation: "none";
};

/** What a page passes to `navigator.credentials.get`, as JSON. */
export type RequestOptions = {
  readonly rpId: string;
  readonly challenge: string;
  readonly timeout: number;
  readonly userVerification: "required";
};

/** The ceremonies of WebAuthn Level 3, with user verification and discoverable credentials. */
export type WebAuthn = {
  /**
   * @param options.handle the user in their authenticators, in base64url: no name, and the same for each of their
   *   passkeys
   */
  creationOptions(options: {
    readonly site: PasskeySite;
    readonly challenge: string;
    readonly handle: string;
    readonly username: string;
    readonly name: string;
    /** The passkeys that the user has: an authenticator that holds one of them does not create another. */
    readonly existing: readonly Buffer[];
  }): CreationOptions;
  requestOptions(options: { readonly site: PasskeySite; readonly challenge: string }): RequestOptions;
  /** The challenge that was signed, in base64url. null: the response is unreadable. */
  challengeOf(response: NewCredential | Assertion): Promise<string | null>;
  /** WebAuthn §7.1: null if anything is wrong; the reason is not reported. */
  created(given: {
    readonly credential: NewCredential;
    readonly site: PasskeySite;
    readonly challenge: string;
  }): Promise<PublicKey | null>;
  /** WebAuthn §7.2 up to the counter, which is returned and not compared. null if anything is wrong. */
  asserted(given: {
    readonly assertion: Assertion;
    readonly site: PasskeySite;
    readonly challenge: string;
    readonly key: PublicKey;
  }): Promise<{ readonly counter: number } | null>;
};
