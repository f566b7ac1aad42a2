import type { Mount } from "../app.ts";
import { onceScript } from "./forms/once-script.ts";

const SVG = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><style>path{fill:#0f5f6b}@media(prefers-color-scheme:dark){path{fill:#6cc5d2}}</style><path d="M16 2a14 14 0 1 1 0 28H2V16A14 14 0 0 1 16 2z"/></svg>`;

/** The same, 32 by 32, in a color visible on light and dark, for browsers that request it by default. */
const ICO = Buffer.from(
  [
    "AAABAAEAICAAAAEAIAAgAQAAFgAAAIlQTkcNChoKAAAADUlIRFIAAAAgAAAAIAgGAAAAc3p69AAAAOdJREFUeNrtl7ENhSAQhi3c5FrG",
    "YABHYB+qm+GGoXQARqC0tPDFBBLygogKR+J7JH+jwe8TEI9h+LcLDZAkIGlAMoDkAGnzcf7afk/Who6ApADJRsCzWN9nfAoXgDRfAH9n",
    "7yvuwidAWh7AQ/ZnTHfgawV4yFos4Yd9qQiPR0KULLi5ATxeE2NOQDWEh6icgGUQsLlNZmOKTAloRgGdEjCMAiYl4BgFXEpg48zPC3Sf",
    "AtNbQPcWkD0FDrdiLgHVU+D4d8wAzxckjeHnJVnjN59KasFWcy5Ki9Gqn9rlg8nTvb3Z0ez17QOdrCml20/ZjAAAAABJRU5ErkJggg==",
  ].join(""),
  "base64",
);

const FILES = {
  "/favicon.svg": { type: "image/svg+xml", content: SVG, seconds: 86_400 },
  "/favicon.ico": { type: "image/x-icon", content: ICO, seconds: 86_400 },
  // A year: a changed script has another URL.
  "/assets/form.js": { type: "text/javascript; charset=utf-8", content: onceScript, seconds: 31_536_000 },
} as const;

/** The files that pages load: an icon and a script. */
export function assetsMount(): Mount {
  return (app) => {
    for (const [path, { type, content, seconds }] of Object.entries(FILES)) {
      const headers = { "Content-Type": type, "Cache-Control": `public, max-age=${seconds}` };
      app.get(path, () => new Response(content, { headers }));
    }
  };
}
