// Keeps equal parts of a new model the same objects, so that their components do not render again.

/**
 * Returns `after` with every part that equals its part in `before` replaced by that part. Both are JSON. Objects in
 * lists are matched by their ids.
 */
export function reuse<Value>(before: unknown, after: Value): Value {
  if (before === after || !isObject(before) || !isObject(after) || Array.isArray(before) !== Array.isArray(after))
    return after;
  const shared =
    Array.isArray(before) && Array.isArray(after) ? reuseItems(before, after) : reuseProperties(before, after);
  const names = Object.keys(shared);
  const isSame = (name: string): boolean =>
    Object.hasOwn(before, name) && property(before, name) === property(shared, name);
  const isEqual = names.length === Object.keys(before).length && names.every(isSame);
  return (isEqual ? before : shared) as Value;
}

function reuseItems(before: readonly unknown[], after: readonly unknown[]): readonly unknown[] {
  const byId = new Map(before.map((item) => [idOf(item), item]));
  return after.map((item, index) => reuse(idOf(item) === undefined ? before[index] : byId.get(idOf(item)), item));
}

function reuseProperties(before: object, after: object): object {
  return Object.fromEntries(Object.entries(after).map(([name, value]) => [name, reuse(property(before, name), value)]));
}

function idOf(item: unknown): unknown {
  return isObject(item) ? property(item, 'id') : undefined;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** Reads own properties only, because ids of users are property names here. */
function property(of: object, name: string): unknown {
  return Object.hasOwn(of, name) ? Reflect.get(of, name) : undefined;
}
