import type { AlertFrame } from "../rule.ts";

/** The words of alerts in English are in the files of their kinds: the API has them too. */
export const englishFrame: AlertFrame = {
  ended: (title) => `Ended: ${title}`,
  hasEnded: (title) => `${title}: this has ended.`,
  lasted: (from, to) => `It lasted from ${from} to ${to}.`,
  endedMeanwhile: (from, to) => `This has ended: it lasted from ${from} to ${to}.`,
  since: (from) => `Since ${from}.`,
  titleSince: (title, from) => `${title}, since ${from}`,
  whatToDo: (step) => `What to do: ${step}`,
  settings: "Who receives this is in the console under Settings, Alerts.",
  testSubject: "Test: alerts reach you here",
  testMail: "This is a test. Alerts are sent to this address.",
  testSms: "This is a test. Alerts are sent to this number.",
};
