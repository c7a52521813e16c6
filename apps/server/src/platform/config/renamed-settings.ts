/** Old names of settings, which still work, with the names that replace them. */
export const renamedSettings: Readonly<Record<string, string>> = { SANDBOX_CROWD: "SANDBOX_ACCOUNTS" };

type Settings = Readonly<Record<string, string | undefined>>;

export function withCurrentNames(env: Settings): Settings {
  const renamed = Object.entries(renamedSettings).map(([old, current]) => [current, env[current] || env[old]]);
  return { ...env, ...Object.fromEntries(renamed.filter(([, value]) => value !== undefined)) };
}
