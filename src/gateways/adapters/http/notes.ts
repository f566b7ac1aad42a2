/** The template language, for the docs page. */
export const notes = `**Templates.** In \`body\` these placeholders stand for the parts of a message. Values are escaped for the format of the request, so
that no message can add a field:

| placeholder | |
|---|---|
| \`{to}\`, \`{to_digits}\` | the number in E.164, with and without \`+\` |
| \`{to_national}\` | the number without its country code and without the leading 0 of many countries: if the provider wants the 0, write \`0{to_national}\` |
| \`{from}\`, \`{from_digits}\` | the sender |
| \`{text}\`, \`{text_hex}\` | the text, and the same in hexadecimal UTF-16BE |
| \`{text_if_gsm}\`, \`{hex_if_unicode}\` | the text if it fits the GSM alphabet, or its hexadecimal form if it does not; the other one is absent |
| \`{unicode}\`, \`{flash}\` | 0 or 1 |
| \`{segments}\` | how many |
| \`{valid_for}\`, \`{valid_minutes}\` | how long the message is worth delivering, in seconds and in minutes |
| \`{media}\` | addresses of media files |
| \`{ref}\` | our reference, which is never used twice |
| \`{receipt_url}\` | the address for receipts, with our reference in it |
| \`{username}\`, \`{password}\` | from the DSN |
| \`{time}\`, \`{time_ms}\`, \`{time_iso}\` | the time of the request: in seconds and in milliseconds since 1970, and in ISO 8601 |
| \`{nonce}\` | 32 hexadecimal digits, different in every request |

\`{unicode?2:0}\` is \`2\` or \`0\`. In JSON a whole value may be \`{to_digits:number}\`, \`{flash:boolean}\` or \`{media:list}\`; a form repeats the field
for each entry of \`{media}\`. A field that consists of one absent placeholder is left out. Headers may contain placeholders too; a message
whose value would break out of its header is rejected.

**Several recipients in one call.** With \`batch\` above 1, messages with the same content are sent together. The template must name all
recipients: with \`{to_digits:csv}\` (joined by commas), with \`{to:list}\` (a list in JSON, a repeated field in a form), or in JSON with a
list of \`"{each}"\` and one item, which is repeated for each recipient: \`["{each}", {"no":"{to}","ref":"{ref}"}]\`. The response must
state the outcome for each number: \`reply_list\` is the pointer to its entries (\`/\`: the whole response); \`reply_to\` and all other
pointers start at an entry. The outcome of a recipient that the response does not name is unknown. If a whole call is refused, it is
halved until the messages that caused the refusal are alone. If an API's response does not name recipients, send one message per call.

**Signatures.** With \`auth=hmac\`, the password is the key of an HMAC over the template \`sign\`, with the hash \`sign_hash\` and the encoding
\`sign_as\`. Besides all of the above, \`sign\` may contain \`{method}\`, \`{host}\`, \`{path}\` (with its query) and \`{body}\`; a line break is
written \`%0A\`. \`auth_value\` is the value of the header. With \`auth=oauth2\`, a token is requested with client credentials at
\`token_path\`, cached until shortly before it expires, and requested again after a 401.

**Receipts** may be JSON, a JSON list, a form, a query or XML. In XML a pointer begins with the root element
(\`/reports/report\`), and an attribute is \`@name\`. XML with a document type is refused.

**Responses.** A status alone does not prove success: set \`ok\` (with \`ok_value\`) or \`id\`. Each is either a pointer into JSON or XML
(\`/messages/*/id\`), or \`~\` and a regular expression, whose first group is the value. (A regular expression may take very long, so only
TIDINGS_GATEWAY may contain one, not a gateway that is configured through the API.) What the lists of codes do not cover is judged by the
status. 401 to 407, 410, 415, 421, 426 and 511 are about every call and stop the gateway; if one of them is about a number here, name it
in \`rejected\`, such as \`http_410\`. 408, 425, 429 and 503 are retried, and every other 4xx rejects the message. After 500, 502, 504
or an unreadable response the outcome is unknown, and so it is if the body of a refusal says, by \`ok\` or for a recipient in
\`reply_list\`, that the message was accepted.`;
