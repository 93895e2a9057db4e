import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

export default defineConfig({
  plugins: [svelte()],
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
