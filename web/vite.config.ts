import { fileURLToPath } from "node:url";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  plugins: [svelte()],
  resolve: {
    alias: { "#protocol": here("protocol.ts"), "#messages": here("../src/dicehall/narrate/messages") },
    conditions: process.env.VITEST ? ["browser"] : undefined,
  },
  build: {
    outDir: here("../src/dicehall/server/web/page"),
    emptyOutDir: true,
    manifest: "manifest.json", // for benchmarks/bench_page.py
    target: "es2022",
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0, // whatever is written into the page itself is refused by its content security policy
    reportCompressedSize: false,
  },
  worker: { format: "es" }, // in parts, as the page is
  server: { proxy: { "/api": "http://127.0.0.1:8000", "/avatars": "http://127.0.0.1:8000", "/ws": { target: "ws://127.0.0.1:8000", ws: true } } },
  // One world for all files: none of them leaves anything behind, and thirty starts cost more than the tests.
  test: { include: ["tests/**/*.test.ts"], isolate: false },
});
