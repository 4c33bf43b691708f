// What follows from the kind of a value, as a table.

/** Calls the function of the table for the kind of the value. A table without a function for a kind does not compile. */
export function byKind<Value extends { readonly kind: string }, Result>(
  value: Value,
  table: { readonly [Kind in Value['kind']]: (value: Extract<Value, { readonly kind: Kind }>) => Result },
): Result {
  // TypeScript does not know that the kind of a value selects the function for this value.
  const handle: (value: never) => Result = table[value.kind as Value['kind']];
  return handle(value as never);
}
