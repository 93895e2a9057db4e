import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig, type Plugin } from "vite";

const KEPT = ["index.html", "package-lock.json", "vite.config.ts"];

/** Says in the built page what it was built of, so that a test can tell when it is stale. */
function madeOf(): Plugin {
  return {
    name: "made-of",
    generateBundle() {
      const all = ["src", "public"].flatMap((folder) => readdirSync(folder, { recursive: true, withFileTypes: true }));
      const files = all.filter((entry) => entry.isFile()).map((entry) => `${entry.parentPath}/${entry.name}`);
      const digest = createHash("sha256");
      for (const file of [...files, ...KEPT].sort())
        digest.update(`${file} ${createHash("sha256").update(readFileSync(file)).digest("hex")}\n`);
      this.emitFile({ type: "asset", fileName: "made-of.txt", source: `${digest.digest("hex")}\n` });
    },
  };
}

export default defineConfig({
  plugins: [svelte(), madeOf()],
  base: "/",
  build: {
    outDir: "../src/zareba/server/page",
    emptyOutDir: true,
    target: "es2022",
    // Inlined files would be `data:` addresses, which the page's policy allows for pictures only.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
});
