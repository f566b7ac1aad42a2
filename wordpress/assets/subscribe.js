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
      const fresh = page.getElementById(form.id);
      if (!fresh) {
        throw new Error("no form in the answer");
      }
      const live = form.querySelector(".tidings-subscribe__live");
      // The region that is read aloud must stay the same element.
      const news = fresh.querySelector(".tidings-subscribe__live").innerHTML;
      fresh.querySelector(".tidings-subscribe__live").replaceWith(live);
      form.replaceChildren(...fresh.childNodes);
      live.innerHTML = news;
      form.querySelector("input:not([type=hidden])")?.focus();
    } catch {
      form.dataset.plain = "1";
      for (const one of form.querySelectorAll("button")) {
        one.disabled = false;
      }
      form.requestSubmit(button ?? undefined);
    }
  }
})();
