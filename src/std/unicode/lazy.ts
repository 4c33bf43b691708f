// Builds a constant on its first use.

/** Returns a function that returns the value of `create`, which is called once, on the first call. */
export function lazy<T extends object>(create: () => T): () => T {
  let value: T | undefined;
  return () => {
    value ??= create();
    return value;
  };
}

/**
 * Builds a regular expression on its first use. Use it for Unicode properties in code that activation loads: V8 checks a
 * literal when it compiles the file, even in a function that is never called.
 */
export function lazyPattern(source: string, flags: string): () => RegExp {
  return lazy(() => new RegExp(source, flags));
}
