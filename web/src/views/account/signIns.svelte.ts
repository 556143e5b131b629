/** The ways in which one is logged in here, as the hall lists them. */

import { get } from "../../wire/api";

export interface Door {
  readonly key: string;
  readonly label: string;
  readonly scope: "everything" | "play" | "read";
  readonly token: boolean;
  /** Seconds since 1970, both of them. */
  readonly created: number;
  readonly used: number;
}

export interface Entrance {
  readonly door: Door;
  readonly current: boolean;
}

export interface PasskeyInfo {
  readonly key: string;
  readonly label: string;
  readonly created: number;
}

class SignIns {
  entrances = $state.raw<readonly Entrance[]>([]);
  /** null until they are known. */
  passkeys = $state.raw<readonly PasskeyInfo[] | null>(null);

  browsers = $derived(this.entrances.filter(({ door }) => !door.token));
  tokens = $derived(this.entrances.filter(({ door }) => door.token));

  async load(): Promise<void> {
    const [entrances, passkeys] = await Promise.all([
      get<readonly Entrance[]>("/api/me/doors"),
      get<readonly PasskeyInfo[]>("/api/me/passkeys"),
    ]);
    this.entrances = entrances;
    this.passkeys = passkeys;
  }

  forget(): void {
    this.entrances = [];
    this.passkeys = null;
  }
}

export const signIns = new SignIns();
