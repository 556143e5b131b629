/** What a winner of Peril is remembered for. */

import type { PerilEvent, Seat } from "#protocol";
import type { View } from "../../boardkit/contract";
import type { AnyEvent } from "../../state/fold";
import { WOUNDS } from "./script";

const MANY = 2;

export function figure(game: readonly AnyEvent[], winner: Seat, { words }: Pick<View<"peril">, "words">): string {
  const told = game as unknown as readonly PerilEvent[];
  const count = (is: (event: PerilEvent) => boolean) => told.filter(is).length;
  const wounds = count((event) => WOUNDS.has(event.type) && "seat" in event && event.seat === winner);
  const lucky = count((event) => event.type === "plot_twist" && event.saved === winner);
  if (wounds >= MANY && wounds >= lucky) return words.text("board-figure-hits", { count: wounds });
  if (lucky >= MANY) return words.text("board-figure-lucky", { count: lucky });
  const isTested = told.some((event) => event.type === "threw" && event.seat === winner);
  if (isTested && wounds === 0) return words.text("board-figure-unhurt");
  const throws = count((event) => event.type === "threw");
  return throws > 0 ? words.text("board-figure-throws", { count: throws }) : "";
}
