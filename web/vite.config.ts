import solid from "vite-plugin-solid";
import { defineConfig } from "vitest/config";
import { thirdPartyNotices } from "./scripts/notices.mjs";

// In development `agon serve` answers the questions and vite the rest.
export default defineConfig({
  plugins: [solid(), thirdPartyNotices()],
  build: { target: "es2022", outDir: "dist", assetsInlineLimit: 0 },
  server: { proxy: { "/api": { target: "http://127.0.0.1:8080", ws: true } } },
  test: { include: ["src/**/*.test.ts", "src/**/*.test.tsx"], environment: "node" },
});
