// What the tests of a file need and close again: a server, a window, a folder.
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';

type Open<T extends object> = () => T | Promise<T>;

/** Opens a new one before each test of the file or block, and closes it after the test. */
export function forEachTest<T extends object>(open: Open<T>): T {
  return opened(open, beforeEach, afterEach);
}

/** Opens one before the first test of the file or block, and closes it after the last. */
export function forAllTests<T extends object>(open: Open<T>): T {
  return opened(open, beforeAll, afterAll);
}

type Hook = (work: () => Promise<void>) => void;

/** Returns an object that has the properties of what is open, so that it can be declared before it is opened. */
function opened<T extends object>(open: Open<T>, before: Hook, after: Hook): T {
  let current: T | undefined;
  let isOpen = false;
  before(async () => {
    current = await open();
    isOpen = true;
  });
  // What has been closed can still be read, because work that a test does not wait for may end later.
  after(async () => {
    const closable: { stop?(): unknown } & Partial<AsyncDisposable & Disposable> = isOpen ? target() : {};
    isOpen = false;
    if (closable[Symbol.asyncDispose] !== undefined) await closable[Symbol.asyncDispose]?.();
    else if (closable[Symbol.dispose] !== undefined) closable[Symbol.dispose]?.();
    else await closable.stop?.();
  });
  const target = (): T => {
    if (current === undefined) throw new Error('This is opened before the first test.');
    return current;
  };
  return new Proxy({} as T, {
    get: (_, key) => {
      const value: unknown = Reflect.get(target(), key, target());
      // Methods of a class may use private fields, which only the object itself has.
      const isMethod = typeof value === 'function' && !Object.hasOwn(target(), key);
      return isMethod ? value.bind(target()) : value;
    },
    set: (_, key, value) => Reflect.set(target(), key, value, target()),
    has: (_, key) => Reflect.has(target(), key),
    ownKeys: () => Reflect.ownKeys(target()),
    getOwnPropertyDescriptor: (_, key) => {
      const descriptor = Reflect.getOwnPropertyDescriptor(target(), key);
      return descriptor && { ...descriptor, configurable: true };
    },
    getPrototypeOf: () => Reflect.getPrototypeOf(target()),
  });
}
