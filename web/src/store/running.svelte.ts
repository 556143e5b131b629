/** Whether a game runs on the screen: then nothing may push or cover it. */

class Running {
  /** Set by the table that is shown. */
  is = $state(false);
  /** How many tables of tournaments call me; set by what knows of tournaments, which is loaded later. */
  calls = $state(0);
}

export const running = new Running();
