/* The form works without this file; with it, the page stays where it is. */
(() => {
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (!form.matches(".tidings-subscribe") || !window.fetch || form.dataset.plain) {
      return;
    }
    event.preventDefault();
    void send(form, event.submitter);
  });

  async function send(form, button) {
    const body = new FormData(form);
    if (button) {
      body.set(button.name, button.value);
    }
    for (const one of form.querySelectorAll("button")) {
      one.disabled = true;
    }
    try {
      const answer = await fetch(window.location.href, { method: "POST", body });
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      // Code that renders a page's content more than once continues to count its forms, and so their ids.
      const fresh = page.getElementById(form.id) ?? page.querySelector(`[data-form="${form.dataset.form}"]`);
      if (!fresh) {
        throw new Error("no form in the answer");
      }
      const live = form.querySelector(".tidings-subscribe__live");
      // The region that is read aloud must stay the same element.
      const said = fresh.querySelector(".tidings-subscribe__live");
      const news = said.innerHTML;
      live.id = said.id;
      said.replaceWith(live);
      form.replaceChildren(...fresh.childNodes);
      live.innerHTML = news;
      form.querySelector("[autofocus]")?.focus();
    } catch {
      form.dataset.plain = "1";
      for (const one of form.querySelectorAll("button")) {
        one.disabled = false;
      }
      form.requestSubmit(button ?? undefined);
    }
  }
})();
