// Sends the forms of the account page as JSON, and shows what is wrong beside the form that it belongs to.
"use strict";

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
    throw new Error("The hall does not answer. Is it still open?");
  }
  const text = await answer.text();
  const told = text === "" ? null : JSON.parse(text);
  if (!answer.ok) throw new Error(told.detail);
  return told;
}

function fields(form) {
  const filled = [...new FormData(form)].filter(([, value]) => value !== "");
  return filled.length > 0 ? Object.fromEntries(filled) : undefined;
}

async function submit(form) {
  const { method, path, passkey } = form.dataset;
  if (passkey === "create") return makePasskey(fields(form));
  if (passkey === "get") return usePasskey();
  const told = await ask(method, path, fields(form));
  if (told !== null && told.token !== undefined) return showToken(form, told.token);
  return next(form);
}

function next(form) {
  if (form.dataset.next !== undefined) location.assign(form.dataset.next);
  else again(`Done: ${form.querySelector("button").textContent.toLowerCase()}.`);
}

// The page shows everything as it is now, and what was done last.
function again(told) {
  sessionStorage.setItem("told", told);
  location.reload();
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
  again("Done: the passkey is yours.");
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
  again("");
}

function credential({ id, rawId, type }, response) {
  return { id, rawId: toText(rawId), type, response, clientExtensionResults: {} };
}
