/** Numbers of the advisory locks. All nodes use the same, those of other releases too. */

/** One node at a time migrates; a backup shares it. */
export const MIGRATION_LOCK = 7_319_402;
/** Held while partitions are created or dropped. */
export const PARTITION_LOCK = 7_319_403;
/** Held by the one process that builds indexes. */
export const INDEX_LOCK = 7_319_404;
/** Seed of the locks that are hashed from a gateway's name. */
export const SHARE_LOCKS = 7_319_404;
/** Seed of the locks that are hashed from a long inbound message. */
export const PART_LOCKS = 7_319_405;
/** One node at a time judges bounces. */
export const BOUNCE_LOCK = 7_319_422;
/** Held by the transaction that makes or removes the demo. */
export const DEMO_LOCK = 7_319_427;
/** Shared by transactions that store an audience; an erasure begins once no transaction holds it. */
export const FREEZE_LOCK = 7_319_428;
/** Shared by transactions that end memberships; a fan-out reads members only after those that hold it have ended. */
export const LEAVE_LOCK = 7_319_429;
/** Held while users or roles change. */
export const PEOPLE_LOCK = 7_305_001;
