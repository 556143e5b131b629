/** A screen that nobody touches must not go dark. */

/** Call it where effects may run. Browsers that cannot do it leave it to the settings of the television. */
export function stayAwake(): void {
  $effect(() => {
    const look = () => {
      if (!document.hidden) void navigator.wakeLock?.request("screen").catch(() => {}); // it is a wish
    };
    look();
    document.addEventListener("visibilitychange", look);
    return () => document.removeEventListener("visibilitychange", look);
  });
}
