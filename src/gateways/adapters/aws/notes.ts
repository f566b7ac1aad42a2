/** What an operator does at AWS. */
export const notes = `## At AWS

1. Make a configuration set and give it an event destination of the kind Amazon SNS; name the set in \`configuration_set\`.
   For replies, let the number's two-way channel publish to a topic, too.
2. Subscribe the topic by HTTPS to the gateway's receipt address, \`https://YOUR-HOST/svc/v1/receipts/NAME/TOKEN\`. Leave "raw
   message delivery" off: raw calls carry no signature. The subscription confirms itself.
3. Name the topics in \`topics\`: anybody can have a topic, and SNS signs for all of them.

An event without \`configuration_set\` goes nowhere: texts then stay \`sent\`. Media must lie in Amazon S3; its https address is
turned into the \`s3://\` one that AWS wants.`;
