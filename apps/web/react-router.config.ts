import type { Config } from "@react-router/dev/config";

export default {
  appDirectory: "src",
  buildDirectory: process.env["WEB_BUILD_DIR"] ?? "build",
  ssr: true,
  // The list of articles and the status change while the server runs, so they are rendered for each request.
  prerender: ({ getStaticPaths }) => getStaticPaths().filter((path) => path !== "/research" && path !== "/status"),
  // The whole route list costs less than one request for a part of it.
  routeDiscovery: { mode: "initial" },
} satisfies Config;
