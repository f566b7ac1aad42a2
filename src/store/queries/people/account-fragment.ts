/** The columns of an account, for a statement that aliases the users as `u`. */
export const ACCOUNT = `u.id as "userId", u.username, u.email,
  array(select distinct c from roles r, unnest(r.capabilities) as c where r.name = any(u.roles)) as capabilities`;
