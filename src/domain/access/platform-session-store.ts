import type { PlatformUser } from "./platform-sign-in.ts";

/** A session of a user of the platform, with what the platform last reported about them. */
export type PlatformSession = PlatformUser & {
  readonly signedInAt: Date;
  readonly expiresAt: Date;
  /** The platform was last queried about the user more than a minute ago, or not yet in this session. */
  readonly stale: boolean;
};

export type PlatformSessionStore = {
  open(session: {
    readonly hash: Buffer;
    /** As in `Caller.principal`: "wordpress:5". */
    readonly principal: string;
    readonly user: PlatformUser;
    readonly seconds: number;
  }): Promise<void>;
  /**
   * Records the use. null: there is none, or it has expired.
   *
   * @param idleSeconds time without use after which a session ends
   */
  find(hash: Buffer, idleSeconds: number): Promise<PlatformSession | null>;
  /** Records the platform's present data about the user. */
  confirm(hash: Buffer, user: PlatformUser): Promise<void>;
  end(hash: Buffer): Promise<void>;
  /** @param except hash of the session that goes on @returns how many there were */
  endOthers(principal: string, except: Buffer): Promise<number>;
  /** @param principals null: the sessions of all users */
  endOf(principals: readonly string[] | null): Promise<void>;
};
