import "./look/fonts.css";
import "./look/tokens.css";
import "./look/base.css";
import { mount } from "svelte";
import App from "./App.svelte";
import { startRouting } from "./route/here.svelte";
import { hall } from "./store/hall.svelte";

// For the console: all that the page knows. It holds no secret of others.
Object.assign(globalThis, { dicehall: hall });

// The hall was renewed under an open page, and a part of the old one is gone: the new page has it. While the hall is
// away there is no page to load at all, and this one has to stay.
addEventListener("vite:preloadError", (event) => {
  if (hall.line !== "open") return;
  if (Date.now() - Number(sessionStorage.getItem("dicehall-reloaded")) < 60_000) return;
  sessionStorage.setItem("dicehall-reloaded", String(Date.now()));
  event.preventDefault();
  location.reload();
});

startRouting();
hall.start();
mount(App, { target: document.getElementById("page")! });
