import { expect, test } from "vitest";

import { readKeyword } from "./keyword.ts";

test.each([
  "STOP",
  "stop",
  " Stop. ",
  '"STOP!"',
  "*stop*",
  "STOP\n",
  "Opt-Out",
  "OPT OUT",
  "stop all",
  "StopAll",
  "ＳＴＯＰ",

  "Unsubscribe",
  "END",
  "quit",
  "CANCEL",
  "Remove",
  "ARRÊT",
  "arret",
  "TD",
  "Стоп",
  "توقف",
  "لغو",
  "İPTAL",
  "iptal",
  "退订",
  "ยกเลิก",
  "रोकें",
  "STOPP",
  "停止。",
  "🙏 stop 🙏",
  "הסר",
])("%j asks to stop", (text) => {
  expect(readKeyword(text)).toBe("stop");
});

test.each(["START", "yes", "UnStop!", "Opt-in", "старт"])("%j asks to start", (text) => {
  expect(readKeyword(text)).toBe("start");
});

test.each(["HELP", "info?", "Hilfe"])("%j asks for help", (text) => {
  expect(readKeyword(text)).toBe("help");
});

test.each([
  "",
  " ",
  "...",
  "stop by at six",
  "please don't stop",
  "non-stop",
  "no",
  "ok",
  "0",
  "s",
  "stopstop",
  `stop${" ".repeat(5_000)}`,
])("%j is no keyword", (text) => {
  expect(readKeyword(text)).toBeNull();
});
