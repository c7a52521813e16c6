import { keepCompiled } from "./quick-load.ts";

// Loaded only now, so that all of it is loaded quickly.
const { serve } = await import("./serve.ts");
await serve(keepCompiled);
