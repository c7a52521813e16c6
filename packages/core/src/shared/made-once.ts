export function madeOnce<Thing extends object, Made extends object>(make: (thing: Thing) => Made): typeof make {
  const known = new WeakMap<Thing, Made>();
  return (thing) => {
    const remembered = known.get(thing);
    if (remembered !== undefined) return remembered;
    const made = make(thing);
    known.set(thing, made);
    return made;
  };
}
