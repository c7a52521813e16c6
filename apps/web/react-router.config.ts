import type { Config } from "@react-router/dev/config";

export default {
  appDirectory: "src",
  buildDirectory: process.env["WEB_BUILD_DIR"] ?? "build",
  ssr: true,
  prerender: ({ getStaticPaths }) => getStaticPaths(),
  // The whole route list costs less than one request for a part of it.
  routeDiscovery: { mode: "initial" },
} satisfies Config;
