/** What a template may say, for the docs page. */
export const notes = `**Templates.** In \`body\` these stand for the parts of a text, escaped as the form of the request needs, so that no text can
add a field:

| placeholder | |
|---|---|
| \`{to}\`, \`{to_digits}\` | the number in E.164, with and without \`+\` |
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

\`{unicode?2:0}\` chooses. In JSON a whole value may be \`{to_digits:number}\`, \`{flash:boolean}\` or \`{media:list}\`; a form repeats the field
for each of \`{media}\`. A field that consists of one absent part is left out. Headers may hold placeholders too; a text that would
break out of its header is rejected.

**Answers.** A status alone proves no yes: give \`ok\` (with \`ok_value\`) or \`id\`. Both are a JSON pointer (\`/messages/*/id\`) or \`~\` and a
regular expression, whose first group counts. What the tables of codes do not say is judged by the status: 400 and 422 never;
401, 403, 404 stop the gateway; 429 and 503 try again; 500, 502, 504 and an answer that cannot be read leave the outcome unknown.`;
