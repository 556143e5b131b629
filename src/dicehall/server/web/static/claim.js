// Sends the form of a plain page as JSON, and shows beside it what is wrong.
"use strict";

const SILENT = "The hall does not answer.";

async function send(form) {
  const { method, path } = form.dataset;
  const filled = [...new FormData(form)].filter(([, value]) => value !== "");
  const headers = { "Content-Type": "application/json" };
  const body = JSON.stringify(Object.fromEntries(filled));
  const answer = await fetch(path, { method, headers, body }).catch(() => null);
  if (answer === null) throw new Error(SILENT);
  // What is not JSON comes from somebody on the way: a proxy, or a network that wants a log-in.
  const told = await answer.json().catch(() => null);
  if (!answer.ok) throw new Error(told?.detail ?? SILENT);
}

document.addEventListener("submit", async (event) => {
  event.preventDefault();
  const form = event.target;
  const wrong = form.querySelector("[role=alert]");
  const button = form.querySelector("button");
  wrong.textContent = "";
  button.disabled = true;
  try {
    await send(form);
    location.assign(form.dataset.next);
  } catch (error) {
    wrong.textContent = error.message;
    form.querySelector("input:not([type=hidden])")?.focus();
  } finally {
    button.disabled = false;
  }
});
