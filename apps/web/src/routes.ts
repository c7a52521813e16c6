import { index, type RouteConfig, route } from "@react-router/dev/routes";
import { siteRoutes } from "./routes.site.ts";

export default [
  index("routes/home.tsx"),
  route("auth", "routes/auth.tsx"),
  route("login", "routes/login.tsx"),
  route("sandbox", "routes/sandbox.tsx"),
  ...siteRoutes,
  route("*", "routes/missing.tsx"),
] satisfies RouteConfig;
