/** A2.25: the bar sends names; the name home means `/`, any other name x means `/x`. */
export const pathForName = (name: string): string => (name === "home" ? "/" : `/${name}`);

/** The inverse, for links that are known by their address. */
export const nameForPath = (path: string): string => (path === "/" ? "home" : path.slice(1));
