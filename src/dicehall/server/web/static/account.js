// Sends the forms of the account page as JSON, and shows what is wrong beside the form that it belongs to.
"use strict";

const SILENT = "The hall does not answer.";

async function ask(method, path, body) {
  const options = { method, headers: {} };
  if (body !== undefined) {
    options.headers["Content-Type"] = "application/json";
    options.body = JSON.stringify(body);
  }
  let answer;
  try {
    answer = await fetch(path, options);
  } catch {
    throw new Error(SILENT);
  }
  const told = await read(answer);
  if (!answer.ok) throw new Error(told?.detail ?? SILENT);
  return told;
}

// What is neither JSON nor nothing comes from somebody on the way: a proxy, or a network that wants a log-in.
async function read(answer) {
  const text = await answer.text();
  if (text === "") return null;
  if (!answer.headers.get("Content-Type")?.startsWith("application/json")) throw new Error(SILENT);
  return JSON.parse(text);
}

function fields(form) {
  const filled = [...new FormData(form)].filter(([, value]) => value !== "");
  return filled.length > 0 ? Object.fromEntries(filled) : undefined;
}

async function submit(form) {
  const { method, path, passkey } = form.dataset;
  if (passkey === "create") await makePasskey(fields(form));
  else if (passkey === "get") await usePasskey();
  else {
    const told = await ask(method, path, fields(form));
    if (told?.token !== undefined) return showToken(form, told.token);
  }
  return next(form);
}

// The page shows everything as it is now, and what was done last.
function next(form) {
  sessionStorage.setItem("told", form.dataset.done ?? "");
  if (form.dataset.next !== undefined) location.assign(form.dataset.next);
  else location.reload();
}

document.getElementById("told").textContent = sessionStorage.getItem("told") ?? "";
sessionStorage.removeItem("told");

function showToken(form, token) {
  const shown = form.querySelector("output");
  shown.textContent = `${token}\nCopy it now: it is not shown again.`;
  form.querySelector("button:not([data-again])").hidden = true;
  const copied = form.querySelector("[data-again]");
  copied.hidden = false;
  copied.focus();
}

document.addEventListener("click", (event) => {
  if (event.target.dataset.again !== undefined) location.reload();
});

document.addEventListener("submit", async (event) => {
  event.preventDefault();
  const form = event.target;
  const wrong = form.querySelector("[role=alert]");
  const buttons = form.querySelectorAll("button");
  wrong.textContent = "";
  for (const button of buttons) button.disabled = true;
  try {
    await submit(form);
  } catch (error) {
    wrong.textContent = inWords(error);
    form.querySelector("input:not([type=checkbox])")?.focus();
  } finally {
    for (const button of buttons) button.disabled = false;
  }
});

function inWords(error) {
  switch (error.name) {
    case "NotAllowedError":
      return "The passkey was not used: it took too long, or it was cancelled.";
    case "InvalidStateError":
      return "This device has a passkey for this account already.";
    default:
      return error.message;
  }
}

// Passkeys: browsers speak bytes, JSON speaks base64url.

const toBytes = (text) =>
  Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
const toText = (bytes) =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");

function needPasskeys() {
  if (window.PublicKeyCredential === undefined)
    throw new Error("Browsers allow passkeys only at https addresses, or at http://localhost.");
}

async function makePasskey(body) {
  needPasskeys();
  const asked = await ask("POST", "/api/passkeys/registration", body);
  const made = await navigator.credentials.create({
    publicKey: {
      ...asked,
      challenge: toBytes(asked.challenge),
      user: { ...asked.user, id: toBytes(asked.user.id) },
      excludeCredentials: asked.excludeCredentials.map((each) => ({ ...each, id: toBytes(each.id) })),
    },
  });
  const response = {
    clientDataJSON: toText(made.response.clientDataJSON),
    attestationObject: toText(made.response.attestationObject),
  };
  await ask("PUT", "/api/passkeys/registration", { credential: credential(made, response) });
}

async function usePasskey() {
  needPasskeys();
  const asked = await ask("POST", "/api/passkeys/log-in");
  const signed = await navigator.credentials.get({
    publicKey: { ...asked, challenge: toBytes(asked.challenge), allowCredentials: [] },
  });
  const { clientDataJSON, authenticatorData, signature, userHandle } = signed.response;
  const response = {
    clientDataJSON: toText(clientDataJSON),
    authenticatorData: toText(authenticatorData),
    signature: toText(signature),
    userHandle: userHandle === null ? null : toText(userHandle),
  };
  await ask("PUT", "/api/passkeys/log-in", { credential: credential(signed, response) });
}

function credential({ id, rawId, type }, response) {
  return { id, rawId: toText(rawId), type, response, clientExtensionResults: {} };
}
