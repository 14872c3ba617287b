// Builds the pages into table/web/static, from where the server sends them; `npm run dev` borrows its API.
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

const server = "http://127.0.0.1:8765";

export default defineConfig({
  plugins: [svelte()],
  base: "./",
  build: {
    outDir: "../static",
    emptyOutDir: true,
    assetsInlineLimit: 0,
    target: "es2021",
    rollupOptions: { input: ["index.html", "overlay.html"] },
  },
  // A number, not "localhost": a bare machine may have no name for itself.
  server: { host: "127.0.0.1", proxy: { "/api": { target: server, ws: true } } },
  test: { include: ["tests/**/*.test.ts"], environment: "node" },
});
