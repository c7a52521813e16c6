import { keepCompiled } from "./quick-load.ts";

// A dynamic import, after the compile cache is set up.
const { serve } = await import("./serve.ts");
await serve(keepCompiled);
