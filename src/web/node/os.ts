// `node:os` in a browser.
export const hostname = (): string => 'browser';
export const homedir = (): string => '/home';
export const tmpdir = (): string => '/tmp';
export const platform = (): string => 'linux';
