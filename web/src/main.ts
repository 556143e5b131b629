import "./look/fonts.css";
import "./look/tokens.css";
import "./look/base.css";
import { mount } from "svelte";
import App from "./App.svelte";
import { startRouting } from "./route.svelte";
import { hall } from "./store/hall.svelte";

// The curious see in the console all that the page knows; whoever looks for a secret there will find none.
Object.assign(globalThis, { dicehall: hall });

startRouting();
hall.start();
mount(App, { target: document.getElementById("page")! });
