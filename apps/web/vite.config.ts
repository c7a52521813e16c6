import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  // An inlined asset is a data: address, and the content security policy allows those for pictures only.
  build: { assetsInlineLimit: 0 },
});
