// What Node has and a browser does not: the file system of the machine, processes, sockets, modules on disk.

function unavailable(): never {
  throw Object.assign(new Error('This is not available in a browser.'), { code: 'ENOENT' });
}

export const constants = { O_RDONLY: 0 };
export const existsSync = (): boolean => false;
export const mkdirSync = (): void => undefined;
export const createReadStream = unavailable;
export const openSync = unavailable;
export const closeSync = unavailable;
export const createRequire = unavailable;

/** As Node does when a program does not exist. */
export function execFile(...parameters: readonly unknown[]): void {
  const done = parameters.at(-1);
  if (typeof done === 'function')
    Reflect.apply(done, undefined, [
      Object.assign(new Error('There are no programs in a browser.'), { code: 'ENOENT' }),
    ]);
}
