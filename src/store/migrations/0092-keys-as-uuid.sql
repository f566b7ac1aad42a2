-- needs: 92
-- An Idempotency-Key is stored as 16 bytes of a hash. As a uuid they need no length, and the index of them is smaller.
alter table idempotency_keys alter column key type uuid using encode(key, 'hex')::uuid;
