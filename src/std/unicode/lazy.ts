// Builds a constant on its first use.

/** Returns a function that returns the value of `create`, which is called once, on the first call. */
export function lazy<T extends object>(create: () => T): () => T {
  let value: T | undefined;
  return () => {
    value ??= create();
    return value;
  };
}
