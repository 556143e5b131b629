/** Whether a game runs on the screen: then nothing may push or cover it. */

class Running {
  /** Set by the table that is shown. */
  is = $state(false);
}

export const running = new Running();
