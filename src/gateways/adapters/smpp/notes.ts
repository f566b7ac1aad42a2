/** Explanations beyond the settings, for the docs page. */
export const notes = `**Binds.** An SMSC that refuses \`bind_transceiver\` with 0x03 or 0x04 stops the gateway, and the reason names the remedy:
\`bind=separate\` opens a transmitter and a receiver for each of \`binds\`. While a receiver is refused (a wrong password), nothing
is sent either, because nobody could say STOP; while it is merely down, texts go on. When the SMSC unbinds, its answers to what
was submitted are waited for before the unbind is answered, for 10 seconds or \`timeout\`, whichever is less.

**Broken links.** A link ends at once when a PDU has an impossible length, and when the SMSC does not read: 10,000 of our
responses wait, or nothing was read for \`timeout\`. What was written and not answered is then unknown. A response counts only
if it is whole and belongs to the command that it answers.

**Alphabets.** \`alphabet\` says what \`data_coding\` 0 means at this SMSC. \`coding\` sets the one for messages that are not
Unicode. Texts from people are read by SMPP 3.4 §5.2.19 and the groups of GSM 03.38: GSM with the Turkish, Spanish and
Portuguese tables, ASCII, Latin 1, Cyrillic (ISO 8859-5), Hebrew (ISO 8859-8), JIS in its four spellings, Korean, UCS-2, and
octets that are a text. What cannot be read is kept as \`[not readable: data_coding 0x04, octets …]\`. Octets above 127 under a
GSM alphabet are no septets: they are read as UTF-8, or else as Latin 1.

**Receipts** are read from their parameters or their body, with spaces, commas or semicolons between the fields, in words of
seven letters or spelled out.`;
