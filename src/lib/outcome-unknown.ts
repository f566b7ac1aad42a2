/** The request may have been carried out: no response came, and the outcome could not be queried. */
export class OutcomeUnknown extends Error {
  override readonly name = "OutcomeUnknown";
  /** The id under which it can be looked up. */
  readonly id: string;

  constructor(id: string, options?: ErrorOptions) {
    super("whether it was done is not known", options);
    this.id = id;
  }
}

/** The answer to a commit never came: what its transaction wrote may be stored. */
export class CommitUnknown extends Error {
  override readonly name = "CommitUnknown";
  /** PostgreSQL's code: transaction resolution unknown. */
  readonly code = "08007";

  constructor(cause: Error) {
    super(cause.message, { cause });
  }
}
