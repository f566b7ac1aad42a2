/** Types whose arrays are sent in PostgreSQL's binary form, with their OIDs (pg_type.dat). */
const oids = { bytea: 17, int2: 21, int4: 23, int8: 20, text: 25, uuid: 2950 } as const;
const HEADER_BYTES = 20;
const LENGTH_BYTES = 4;
const UUID_BYTES = 16;

/** @param bytes upper bound for all elements */
function filled(
  type: keyof typeof oids,
  items: readonly unknown[],
  bytes: number,
  write: (array: Buffer, index: number, at: number) => number,
): Buffer {
  const array = Buffer.allocUnsafe(HEADER_BYTES + items.length * LENGTH_BYTES + bytes);
  array.writeInt32BE(1, 0);
  array.writeInt32BE(items.includes(null) ? 1 : 0, 4);
  array.writeInt32BE(oids[type], 8);
  array.writeInt32BE(items.length, 12);
  array.writeInt32BE(1, 16);
  let at = HEADER_BYTES;
  for (let index = 0; index < items.length; index += 1) {
    const length = items[index] === null ? -1 : write(array, index, at + LENGTH_BYTES);
    array.writeInt32BE(length, at);
    at += LENGTH_BYTES + Math.max(0, length);
  }
  // Shorter if an element of a fixed size is null: PostgreSQL rejects trailing bytes.
  return array.subarray(0, at);
}

/** `uuid[]`. @param ids in their canonical text form */
export function uuidArray(ids: readonly (string | null)[]): Buffer {
  return filled("uuid", ids, ids.length * UUID_BYTES, (array, index, at) =>
    array.write(ids[index]!.replaceAll("-", ""), at, "hex"),
  );
}

/** `text[]`. The strings must not contain NUL or an unpaired surrogate: PostgreSQL rejects both. */
export function textArray(texts: readonly (string | null)[]): Buffer {
  const bytes = texts.reduce((sum, text) => sum + (text === null ? 0 : Buffer.byteLength(text)), 0);
  return filled("text", texts, bytes, (array, index, at) => array.write(texts[index]!, at));
}

/** `bytea[]`. */
export function byteaArray(values: readonly (Buffer | null)[]): Buffer {
  const bytes = values.reduce((sum, value) => sum + (value?.length ?? 0), 0);
  return filled("bytea", values, bytes, (array, index, at) => values[index]!.copy(array, at));
}

/** `bytea[]`. @param values in lower-case hexadecimal */
export function byteaArrayOfHex(values: readonly (string | null)[]): Buffer {
  const bytes = values.reduce((sum, value) => sum + (value?.length ?? 0) / 2, 0);
  return filled("bytea", values, bytes, (array, index, at) => array.write(values[index]!, at, "hex"));
}

/** `int2[]`. @throws RangeError for a number that does not fit in 16 bits */
export function int2Array(numbers: readonly (number | null)[]): Buffer {
  return filled(
    "int2",
    numbers,
    numbers.length * 2,
    (array, index, at) => array.writeInt16BE(numbers[index]!, at) - at,
  );
}

/** `int4[]`. @throws RangeError for a number that does not fit in 32 bits */
export function int4Array(numbers: readonly (number | null)[]): Buffer {
  return filled(
    "int4",
    numbers,
    numbers.length * 4,
    (array, index, at) => array.writeInt32BE(numbers[index]!, at) - at,
  );
}

/** `bigint[]`. @param numbers integers within 2^53 */
export function int8Array(numbers: readonly (number | null)[]): Buffer {
  return filled("int8", numbers, numbers.length * 8, (array, index, at) => {
    // In two halves: a BigInt for each would cost more than everything else.
    const number = numbers[index]!;
    return array.writeUInt32BE(number >>> 0, array.writeInt32BE(Math.floor(number / 2 ** 32), at)) - at;
  });
}
