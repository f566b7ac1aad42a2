/** The template language, for the docs page. */
export const notes = `**Templates.** In \`body\` these stand for the parts of a text, escaped as the form of the request needs, so that no text can
add a field:

| placeholder | |
|---|---|
| \`{to}\`, \`{to_digits}\` | the number in E.164, with and without \`+\` |
| \`{to_national}\` | the number without its country code, and without the 0 that many countries put in front: write \`0{to_national}\` |
| \`{from}\`, \`{from_digits}\` | the sender |
| \`{text}\`, \`{text_hex}\` | the text, and the same in hexadecimal UTF-16BE |
| \`{text_if_gsm}\`, \`{hex_if_unicode}\` | one of the two, by the alphabet the text needs |
| \`{unicode}\`, \`{flash}\` | 0 or 1 |
| \`{segments}\` | how many |
| \`{valid_for}\`, \`{valid_minutes}\` | how long the text is worth delivering, in seconds and in minutes |
| \`{media}\` | addresses of pictures |
| \`{ref}\` | our reference, unique for ever |
| \`{receipt_url}\` | where receipts shall go, with our reference in it |
| \`{username}\`, \`{password}\` | from the DSN |
| \`{time}\`, \`{time_ms}\`, \`{time_iso}\` | the time of the request, in seconds, in milliseconds and in words |
| \`{nonce}\` | 32 hexadecimal digits, new in every request |

\`{unicode?2:0}\` chooses. In JSON a whole value may be \`{to_digits:number}\`, \`{flash:boolean}\` or \`{media:list}\`; a form repeats the field
for each of \`{media}\`. A field that consists of one absent part is left out. Headers may hold placeholders too; a text that would
break out of its header is rejected.

**Many people in one call.** With \`batch\` above 1, messages with the same content are sent together. The template names everyone: by
\`{to_digits:csv}\` (joined by commas), by \`{to:list}\` (a list in JSON, a repeated field in a form), or in JSON by a list of
\`"{each}"\` and one item, which is repeated for everybody: \`["{each}", {"no":"{to}","ref":"{ref}"}]\`. The answer must say of each number
what became of it: \`reply_list\` is the pointer to its entries (\`/\`: the whole answer), \`reply_to\` and all other pointers begin in
an entry. Whom it does not name is in doubt. A call that is refused as a whole
is halved until the texts that it was refused for stand alone. Where an API does not name people, send one text a call.

**Signatures.** With \`auth=hmac\` the password signs \`sign\`, which may use, besides all of the above, \`{method}\`, \`{host}\`, \`{path}\` (with
its query) and \`{body}\` may stand, by HMAC with \`sign_hash\`, written as \`sign_as\`; \`auth_value\` is what the header says. A line break is
\`%0A\`. With \`auth=oauth2\` a token is asked for by client credentials at \`token_path\`, kept until shortly before its end, and asked
for anew after a 401.

**Receipts** may be JSON, a JSON list, a form, a query or XML. In XML a pointer begins with the root element
(\`/reports/report\`), and an attribute is \`@name\`. A document type in XML is refused.

**Answers.** A status alone does not prove success: set \`ok\` (with \`ok_value\`) or \`id\`. Both are a pointer into JSON or XML (\`/messages/*/id\`) or \`~\` and a
regular expression, whose first group counts. (An expression can take very long, so only TIDINGS_GATEWAY may have one, not a gateway that is
configured by the API.) What the tables of codes do not say is judged by the status: 400 and 422 never;
401, 403, 404 stop the gateway; 429 and 503 are retried; 500, 502, 504 and an unreadable response leave the outcome unknown.`;
