import "./look/fonts.css";
import "./look/tokens.css";
import "./look/base.css";
import { mount } from "svelte";
import App from "./App.svelte";
import { startRouting } from "./route/here.svelte";
import { hall } from "./store/hall.svelte";

// For the console: all that the page knows. It holds no secret of others.
Object.assign(globalThis, { dicehall: hall });

// A part of the page cannot be had: the hall was renewed under it, or is away. As soon as the hall answers, the page is
// loaded anew and whole; before, there is no page to load, and this one has to stay.
addEventListener("vite:preloadError", () => {
  if (Date.now() - Number(sessionStorage.getItem("dicehall-reloaded")) < 60_000) return;
  sessionStorage.setItem("dicehall-reloaded", String(Date.now()));
  void reloadOnceThere();
});

async function reloadOnceThere(): Promise<void> {
  const answers = await fetch("/healthz").then((answer) => answer.ok, () => false);
  if (answers) location.reload();
  else setTimeout(reloadOnceThere, 1000);
}

startRouting();
hall.start();
mount(App, { target: document.getElementById("page")! });
