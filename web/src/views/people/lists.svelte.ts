/** The three lists, as the hall told them last. */

import { type Blocked, blocks, type Friend, friends, type Opponent, opponents } from "../../wire/ties";

class Lists {
  friends = $state.raw<readonly Friend[] | null>(null);
  recent = $state.raw<readonly Opponent[] | null>(null);
  blocked = $state.raw<readonly Blocked[] | null>(null);

  async load(hasFriends: boolean): Promise<void> {
    const [found, met, shut] = await Promise.all([hasFriends ? friends() : [], opponents(), blocks()]);
    [this.friends, this.recent, this.blocked] = [found, met, shut];
  }

  forget(): void {
    [this.friends, this.recent, this.blocked] = [null, null, null];
  }
}

export const lists = new Lists();
