/** Calls Node's kind of callback with the outcome of a promise; `empty` is the value beside an error. */
export async function passToCallback<T>(
  promise: Promise<T>,
  done: (error: Error | null, value: T) => void,
  empty: T,
): Promise<void> {
  const outcome = await promise.then(
    (value) => ({ error: null, value }),
    (error: Error) => ({ error, value: empty }),
  );
  done(outcome.error, outcome.value);
}
