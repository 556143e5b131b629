import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync } from "node:zlib";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Beside each file a smaller one for browsers that can read it; Python has no brotli of its own. */
const brotli: Plugin = {
  name: "brotli",
  writeBundle({ dir }, bundle) {
    for (const name of Object.keys(bundle).filter((name) => /\.(js|css|html|svg)$/.test(name))) {
      const file = join(dir!, name);
      writeFileSync(`${file}.br`, brotliCompressSync(readFileSync(file)));
    }
  },
};

/** What every first sight needs, in one file: each file costs its headers, and is compressed by itself. */
const CORE = /src\/(words\/words|store\/(hall|running)|route\/|games\/catalog|parts\/(Icon|NameField|NameGate))/;

export default defineConfig({
  plugins: [svelte(), brotli],
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
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: "core", test: CORE }] } } },
  },
  worker: { format: "es" }, // in parts, as the page is
  server: { fs: { allow: [here("..")] }, proxy: { "/api": "http://127.0.0.1:8000", "/avatars": "http://127.0.0.1:8000", "/ws": { target: "ws://127.0.0.1:8000", ws: true } } },
  test: {
    // One world for all files: none of them leaves anything behind, and thirty starts cost more than the tests.
    isolate: false,
    // Other tests run beside these: one worker is started once, and loads the page once.
    pool: "threads",
    maxWorkers: 1,
    projects: [
      { extends: true, test: { name: "pure", include: ["tests/**/*.test.ts"], exclude: ["tests/mounted/**"] } },
      {
        extends: true,
        test: { name: "mounted", include: ["tests/mounted/**/*.test.ts"], environment: "happy-dom", setupFiles: "tests/mounted/kit/setup.ts", testTimeout: 60_000 },
      },
    ],
  },
});
