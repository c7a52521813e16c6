import "./quick-load.ts";

// A dynamic import, because this process must start fast.
const { readConfig, settingNames } = await import("../platform/config/config.ts");
const { misspeltSettings } = await import("../platform/config/misspelt-settings.ts");

/** Validates the settings fast, before `npm start` builds anything. The names in `.env` come as arguments. */
for (const sentence of misspeltSettings(process.argv.slice(2), settingNames)) console.error(sentence);
try {
  const { mode, sandboxClock } = readConfig(process.env);
  if (mode === "sandbox") {
    const { clockSettingFault } = await import("../compose/sandbox/clock-setting-fault.ts");
    const fault = clockSettingFault(sandboxClock);
    if (fault !== null) throw new Error(fault);
  }
} catch (cause) {
  console.error(`Vriddhi could not start: ${cause instanceof Error ? cause.message : String(cause)}`);
  process.exitCode = 1;
}
