/* The box on the dashboard loads itself, so that the dashboard does not wait for the service. */
(function () {
  document.querySelectorAll(".tidings-dashboard").forEach(function (box) {
    const sorry = function () {
      box.textContent = box.dataset.fault;
    };
    fetch(box.dataset.url, { credentials: "same-origin" })
      .then(function (response) {
        return response.ok ? response.text() : Promise.reject();
      })
      .then(function (html) {
        box.innerHTML = html;
        box.removeAttribute("aria-busy");
      })
      .catch(sorry);
  });
})();
