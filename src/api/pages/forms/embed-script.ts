/**
 * Inserts a form in another site's page, in a shadow root: neither page's style reaches the other. Everything it shows
 * is set as text, so the words of a form cannot become markup. If that site is not listed, a link to the form's page
 * stays.
 */
const SCRIPT = `"use strict";
(() => {
  const script = document.currentScript;
  const base = script.src.replace(/\\/embed\\.js.*$/, "");
  const place = script.dataset.target ? document.querySelector(script.dataset.target) : null;
  const host = document.createElement("div");
  if (place) place.append(host);
  else script.after(host);
  const root = host.attachShadow({ mode: "open" });
  const sheet = new CSSStyleSheet();
  root.adoptedStyleSheets = [sheet];
  const style = (accent, ink) => ":host{display:block;font:1rem/1.5 system-ui,sans-serif;color:inherit}*{box-sizing:border-box}" +
    "h2{font-size:1.3em;margin:0 0 .5em}p{margin:0 0 .8em;white-space:pre-line;overflow-wrap:anywhere}.field{margin:0 0 1em}" +
    "label,legend{display:block;font-weight:600;margin:0 0 .25em;padding:0}fieldset{border:0;margin:0 0 1em;padding:0;min-width:0}" +
    "input,select{width:100%;min-height:2.75rem;padding:.5rem .75rem;font:inherit;border:1px solid #767d86;border-radius:.5rem}" +
    ".check{display:flex;gap:.75rem;margin:0 0 .8em}.check label{font-weight:400;white-space:pre-line}" +
    ".check input{width:1.5rem;height:1.5rem;min-height:0;flex:none;margin:0}.hint{font-weight:400;opacity:.85;font-size:.92em}" +
    ".error{font-weight:600}[aria-invalid]{border-width:3px}button{width:100%;min-height:3rem;font:inherit;font-weight:600;" +
    "border:1px solid #767d86;border-radius:.5rem;cursor:pointer;background:" + accent + ";color:" + ink + "}" +
    "@media (pointer:coarse){.check{margin:0}.check label{flex:1;min-width:0;margin:0;padding-block:.65rem}.check input{margin-block-start:.65rem}}" +
    ".apart{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}";
  const make = (name, properties = {}, ...children) => {
    const element = document.createElement(name);
    for (const [key, value] of Object.entries(properties)) {
      if (value === null || value === undefined || value === false) continue;
      if (key in element && typeof value !== "string") element[key] = value;
      else element.setAttribute(key, value);
    }
    element.append(...children.filter((one) => one !== null && one !== undefined));
    return element;
  };
  const text = (name, words, properties = {}) => (words ? make(name, { dir: "auto", ...properties }, words) : null);
  const hiddens = (hidden) => Object.entries(hidden).map(([name, value]) => make("input", { type: "hidden", name, value: String(value) }));
  const failed = () => root.replaceChildren(make("p", {}, make("a", { href: base }, base)));
  const call = async (path, fields) => {
    const reply = await window.fetch(base + path, {
      headers: { Accept: "application/json" },
      credentials: "omit",
      ...(fields && { method: "POST", body: fields }),
    });
    const data = await reply.json();
    if (!data.kind || data.kind === "refused") throw new Error("refused");
    return data;
  };
  const formOf = (path, data, ...children) => {
    const form = make("form", { noValidate: true }, ...hiddens(data.hidden), ...children, make("button", {}, data.button));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const fields = new URLSearchParams(new FormData(form));
      form.querySelector("button").disabled = true;
      call(path, fields).then((next) => show(next, fields), failed);
    });
    return form;
  };
  const wrong = (id, issue) => (issue ? { "aria-invalid": "true", "aria-describedby": id + "-error" } : {});
  const error = (id, issue) => text("p", issue, { class: "error", id: id + "-error" });
  const check = (name, value, label, checked, issue, required) => {
    const id = name + "-" + value;
    return make("div", {}, make("div", { class: "check" },
      make("input", { type: "checkbox", id, name, value, checked, required, ...wrong(id, issue) }),
      make("label", { for: id }, make("span", { dir: "auto" }, label))), error(id, issue));
  };
  const field = (input, value, issue) => {
    const { name, label, note, hint, type, required, autocomplete, choices } = input;
    if (type === "yes_no") return check(name, "yes", label, value !== "", issue, required);
    const common = { id: name, name, required, autocomplete, ...wrong(name, issue) };
    const control = choices
      ? make("select", common, ...choices.map((one) => make("option", { value: one, selected: one === value }, one)))
      : make("input", { ...common, type, value, dir: type === "tel" ? "ltr" : "auto" });
    return make("div", { class: "field" },
      make("label", { for: name }, make("span", { dir: "auto" }, label), note ? " " : null, text("span", note, { class: "hint" })),
      text("p", hint, { class: "hint" }), control, error(name, issue));
  };
  const views = {
    form(data, sent) {
      const { issues, groups } = data;
      const value = (name) => sent.get(name) ?? "";
      const filled = sent.has("token");
      return [text("p", data.intro), text("p", data.notice, { role: "status" }), formOf("", data,
        make("div", { class: "apart", "aria-hidden": "true" },
          make("label", {}, data.trap.label, make("input", { name: data.trap.name, tabindex: "-1", autocomplete: "off" }))),
        ...data.inputs.map((input) => field(input, value(input.name), issues[input.name])),
        groups && make("fieldset", issues.group ? { "aria-describedby": "group-error" } : {}, make("legend", {}, groups.label), ...groups.items.map(({ id, name }) =>
          check("group", String(id), name, filled ? sent.getAll("group").includes(String(id)) : groups.checked)), error("group", issues.group)),
        check("consent", "yes", data.consent, value("consent") !== "" && !data.notice, issues.consent, true))];
    },
    code(data) {
      const input = make("input", { id: "code", name: "code", inputmode: "numeric", autocomplete: "one-time-code", dir: "ltr", ...wrong("code", data.issue) });
      return [text("p", data.text, { role: "status" }), formOf("/confirm", data,
        make("div", { class: "field" }, make("label", { for: "code" }, data.label), input, error("code", data.issue))), text("p", data.help, { class: "hint" })];
    },
  };
  const show = (data, sent = new URLSearchParams()) => {
    if (data.kind === "confirmed" && data.url) {
      location.assign(data.url);
      return;
    }
    sheet.replaceSync(style(data.accent, data.ink));
    host.lang = data.locale;
    host.dir = data.dir;
    const view = views[data.kind] ?? (() => [text("p", data.text, { role: "status" })]);
    root.replaceChildren(...[text("h2", data.title), ...view(data, sent)].filter(Boolean));
    root.querySelector("[aria-invalid], [aria-describedby=group-error] input, #code")?.focus();
  };
  call("/form.json").then((data) => show(data), failed);
})();
`;

export function embedScript(): Response {
  return new Response(SCRIPT, {
    headers: {
      "Content-Type": "text/javascript; charset=utf-8",
      "Cache-Control": "public, max-age=300",
      "Cross-Origin-Resource-Policy": "cross-origin",
    },
  });
}
