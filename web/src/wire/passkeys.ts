/** Passkeys. Browsers speak of them in bytes, the hall in base64url. */

import { ask } from "./api";

/** The browser has no passkeys here, and the hall had nothing against them. */
export class NoPasskeys extends Error {}

interface Known {
  readonly id: string;
  readonly type: "public-key";
}

interface Creation extends Omit<PublicKeyCredentialCreationOptions, "challenge" | "user" | "excludeCredentials"> {
  readonly challenge: string;
  readonly user: { readonly id: string; readonly name: string; readonly displayName: string };
  readonly excludeCredentials: readonly Known[];
}

interface Question extends Omit<PublicKeyCredentialRequestOptions, "challenge" | "allowCredentials"> {
  readonly challenge: string;
  readonly allowCredentials?: readonly Known[];
}

/** A new key: for the account that one has, or for a new account of this name. */
export async function makePasskey(name?: string): Promise<void> {
  await needPasskeys();
  const asked = await ask<Creation>("POST", "/api/passkeys/registration", name === undefined ? undefined : { name });
  const made = (await navigator.credentials.create({
    publicKey: {
      ...asked,
      challenge: toBytes(asked.challenge),
      user: { ...asked.user, id: toBytes(asked.user.id) },
      excludeCredentials: asked.excludeCredentials.map((known) => ({ ...known, id: toBytes(known.id) })),
    },
  })) as PublicKeyCredential;
  const { clientDataJSON, attestationObject } = made.response as AuthenticatorAttestationResponse;
  const response = { clientDataJSON: toText(clientDataJSON), attestationObject: toText(attestationObject) };
  await ask("PUT", "/api/passkeys/registration", { credential: credential(made, response) });
}

/** Log in; the device knows as whom. */
export async function logInWithPasskey(): Promise<void> {
  await signWithPasskey("/api/passkeys/log-in");
}

/** Prove again who one is, with a key of the account that one has. */
export async function confirmWithPasskey(): Promise<void> {
  await signWithPasskey("/api/passkeys/confirmation");
}

async function signWithPasskey(path: string): Promise<void> {
  await needPasskeys();
  const asked = await ask<Question>("POST", path);
  const known = asked.allowCredentials ?? [];
  const signed = (await navigator.credentials.get({
    publicKey: {
      ...asked,
      challenge: toBytes(asked.challenge),
      allowCredentials: known.map((each) => ({ ...each, id: toBytes(each.id) })),
    },
  })) as PublicKeyCredential;
  const { clientDataJSON, authenticatorData, signature, userHandle } = signed.response as AuthenticatorAssertionResponse;
  const response = {
    clientDataJSON: toText(clientDataJSON),
    authenticatorData: toText(authenticatorData),
    signature: toText(signature),
    userHandle: userHandle === null ? null : toText(userHandle),
  };
  await ask("PUT", path, { credential: credential(signed, response) });
}

/** Where the browser has none, the hall often knows why, and at which of its addresses there are some. */
async function needPasskeys(): Promise<void> {
  if ("PublicKeyCredential" in window) return;
  await ask("POST", "/api/passkeys/log-in");
  throw new NoPasskeys();
}

function credential({ id, rawId, type }: PublicKeyCredential, response: object): object {
  return { id, rawId: toText(rawId), type, response, clientExtensionResults: {} };
}

export function toBytes(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
}

export function toText(bytes: ArrayBuffer): string {
  const binary = String.fromCharCode(...new Uint8Array(bytes));
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}
