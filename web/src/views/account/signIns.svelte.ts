/** Where you are signed in, as the hall lists it: browsers, and access tokens for programs. */

import { get } from "../../wire/api";

interface SignIn {
  readonly key: string;
  readonly label: string;
  readonly scope: "everything" | "play" | "read";
  readonly token: boolean;
  /** Seconds since 1970, both of them. */
  readonly created: number;
  readonly used: number;
}

interface SignInShown {
  readonly sign_in: SignIn;
  /** Whether this browser uses it. */
  readonly current: boolean;
}

export interface PasskeyInfo {
  readonly key: string;
  readonly label: string;
  readonly created: number;
}

class SignIns {
  all = $state.raw<readonly SignInShown[]>([]);
  /** null until they are known. */
  passkeys = $state.raw<readonly PasskeyInfo[] | null>(null);

  browsers = $derived(this.all.filter(({ sign_in }) => !sign_in.token));
  tokens = $derived(this.all.filter(({ sign_in }) => sign_in.token));

  async load(): Promise<void> {
    const [all, passkeys] = await Promise.all([
      get<readonly SignInShown[]>("/api/me/sign-ins"),
      get<readonly PasskeyInfo[]>("/api/me/passkeys"),
    ]);
    this.all = all;
    this.passkeys = passkeys;
  }

  forget(): void {
    this.all = [];
    this.passkeys = null;
  }
}

export const signIns = new SignIns();
