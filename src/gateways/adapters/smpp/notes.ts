/** Explanations beyond the settings, for the docs page. */
export const notes = `**Binds.** If the SMSC refuses \`bind_transceiver\` with 0x03 or 0x04, the gateway stops, and the reason names the remedy:
\`bind=separate\` opens a transmitter and a receiver for each of \`binds\`. While the SMSC refuses a receiver (a wrong password), nothing
is sent either, because nobody could reply STOP; while a receiver is only down, sending continues. When the SMSC unbinds, the
gateway waits for the responses to what it has submitted before it answers the unbind: 10 seconds or \`timeout\`, whichever is less.

**Broken links.** A link is closed at once when a PDU has an impossible length, or when the SMSC stops reading: 10,000 of our
responses are waiting, or nothing was read for \`timeout\`. The outcome of what was written and not answered is then unknown. A
response counts only if it is complete and belongs to the command that it answers.

**Alphabets.** \`alphabet\` says what \`data_coding\` 0 means at this SMSC. \`coding\` sets the one for messages that are not
Unicode. Incoming messages are decoded as SMPP 3.4 §5.2.19 and the groups of GSM 03.38 say: GSM with the Turkish, Spanish and
Portuguese tables, ASCII, Latin 1, Cyrillic (ISO 8859-5), Hebrew (ISO 8859-8), JIS in its four encodings, Korean, UCS-2, and
octets that are text. What cannot be decoded is stored as \`[not readable: data_coding 0x04, octets …]\`. Octets above 127 under a
GSM alphabet are not septets: they are read as UTF-8, or else as Latin 1.

**Long incoming messages** are joined, by whichever links and nodes their parts arrive. What is there after two minutes is passed
on with \`…\` for each missing part.

**Receipts** are read from their parameters or from their body, whose fields may be separated by spaces, commas or semicolons;
a state may be its seven letters or the full word.`;
