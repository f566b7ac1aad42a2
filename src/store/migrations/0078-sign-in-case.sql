-- Names to sign in with are compared by the case of A to Z, too, whatever the locale of the database: in a Turkish one, the
-- lower case of I is another letter. Not unique: such a database may have two users that differ only in this.
create index users_username_ascii on users (lower(username collate "C"));
create index users_email_ascii on users (lower(email collate "C"));
