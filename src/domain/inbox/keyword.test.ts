import { expect, test } from "vitest";

import { readKeyword } from "./keyword.ts";

test.each([
  "STOP",
  "stop",
  " Stop. ",
  '"STOP!"',
  "*stop*",
  "STOP\n",
  `STOP${"\n".repeat(60)}`,
  `STOP${"!".repeat(100)}`,
  "STOP STOP STOP!!!",
  "Stop. Unsubscribe.",
  `${" ".repeat(60)}stop ${"\u00a0".repeat(60)}`,
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
  "stop start",
  "start start",
  "stop. by.",
])("%j is no keyword", (text) => {
  expect(readKeyword(text)).toBeNull();
});

test("an endless text is read once, and endless spaces and characters hide no word", () => {
  expect(readKeyword(`stop${" ".repeat(100_000)}`)).toBe("stop");
  expect(readKeyword(`${"! ".repeat(100_000)}stop`)).toBe("stop");
  expect(readKeyword(`s${" ".repeat(100_000)}top`)).toBe("stop");
  for (const text of ["x".repeat(100_000), `stop${"\u0301".repeat(100_000)}`, `stop${"!".repeat(100_000)}x`]) {
    expect(readKeyword(text)).toBeNull();
  }
});
