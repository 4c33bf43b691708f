// Reuses the objects of equal parts of the previous model, so that components do not render again.

/**
 * Returns `after`, with objects of `before` in place of equal objects. Both values are JSON. Objects in lists are
 * matched by their ids.
 */
export function reuseEqualObjects<Value>(before: unknown, after: Value): Value {
  if (before === after || !isObject(before) || !isObject(after) || Array.isArray(before) !== Array.isArray(after))
    return after;
  const mergedObject =
    Array.isArray(before) && Array.isArray(after) ? reuseItems(before, after) : reuseProperties(before, after);
  const names = Object.keys(mergedObject);
  const isSame = (name: string): boolean =>
    Object.hasOwn(before, name) && readOwnProperty(before, name) === readOwnProperty(mergedObject, name);
  const isEqual = names.length === Object.keys(before).length && names.every(isSame);
  return (isEqual ? before : mergedObject) as Value;
}

function reuseItems(before: readonly unknown[], after: readonly unknown[]): readonly unknown[] {
  const beforeById = new Map(before.map((item) => [idOf(item), item]));
  return after.map((item, index) =>
    reuseEqualObjects(idOf(item) === undefined ? before[index] : beforeById.get(idOf(item)), item),
  );
}

function reuseProperties(before: object, after: object): object {
  return Object.fromEntries(
    Object.entries(after).map(([name, value]) => [name, reuseEqualObjects(readOwnProperty(before, name), value)]),
  );
}

function idOf(item: unknown): unknown {
  return isObject(item) ? readOwnProperty(item, 'id') : undefined;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** Reads own properties only: in objects with user ids as property names, an id could equal an inherited name. */
function readOwnProperty(object: object, name: string): unknown {
  return Object.hasOwn(object, name) ? Reflect.get(object, name) : undefined;
}
