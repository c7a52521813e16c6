/** A2.25: the bar sends names; the name home means `/`, any other name x means `/x`. */
export const pathForName = (name: string): string => (name === "home" ? "/" : `/${name}`);

export const nameForPath = (path: string): string => (path === "/" ? "home" : path.slice(1));
