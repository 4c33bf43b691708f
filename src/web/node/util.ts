// `node:util` in a browser.
export { dequal as isDeepStrictEqual } from 'dequal';

type Callback<T> = (error: Error | null, value: T) => void;

export function promisify<A extends unknown[], T>(
  run: (...parameters: [...A, Callback<T>]) => void,
): (...parameters: A) => Promise<T> {
  return (...parameters) =>
    new Promise((resolve, reject) =>
      run(...parameters, (error, value) => (error === null ? resolve(value) : reject(error))),
    );
}
