// `node:process` in a browser: no environment, and no other processes.
export const env: Readonly<Record<string, string | undefined>> = {};
export const platform = 'linux';
export const arch = 'browser';
export const execPath = '';
export const pid = 1;
export const versions = { node: 'browser' };

/** @throws Error ESRCH: no process that wrote a lock file is alive after the window that ran it was closed. */
export function kill(): never {
  throw Object.assign(new Error('There are no processes in a browser.'), { code: 'ESRCH' });
}
