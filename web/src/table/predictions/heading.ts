/** What stands over a pool, by how far it has come. */

import type { PoolMessage } from "#protocol";

export const HEADING: Readonly<Record<PoolMessage["status"], string>> = {
  open: "predict-title",
  closed: "predict-closed",
  settled: "predict-closed",
  void: "predict-back",
  off: "predict-closed",
};
