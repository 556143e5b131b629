/** Friends, blocks and recent opponents, as the hall sends them: only to the person whose they are. */

import { ask, get } from "./api";

/** How you stand to someone. */
export interface Standing {
  readonly who: string;
  readonly name: string;
  /** You have added them. */
  readonly friend: boolean;
  /** And they have added you. */
  readonly mutual: boolean;
  /** You have blocked them. */
  readonly blocked: boolean;
  /** Whether they have the hall open; null where that is not for you to know. */
  readonly here: boolean | null;
  /** A public table where you can join them. */
  readonly table: string | null;
}

export interface Friend extends Pick<Standing, "who" | "name" | "mutual" | "here" | "table"> {
  readonly since: number;
}

export interface Blocked {
  readonly who: string;
  readonly name: string;
}

export interface Opponent {
  readonly who: string;
  readonly name: string;
  readonly game: string;
  /** Seconds since 1970. */
  readonly ended: number | null;
  readonly table: string | null;
}

const at = (list: "people" | "friends" | "blocks", person: string) => `/api/me/${list}/${encodeURIComponent(person)}`;

export const standingTo = (person: string) => get<Standing>(at("people", person));
export const friends = () => get<readonly Friend[]>("/api/me/friends");
export const addFriend = (person: string) => ask<Standing>("PUT", at("friends", person));
export const removeFriend = (person: string) => ask<null>("DELETE", at("friends", person));
export const blocks = () => get<readonly Blocked[]>("/api/me/blocks");
export const block = (person: string) => ask<null>("PUT", at("blocks", person));
export const unblock = (person: string) => ask<null>("DELETE", at("blocks", person));
export const opponents = () => get<readonly Opponent[]>("/api/me/opponents");
