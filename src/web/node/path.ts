// `node:path` in a browser: paths of VS Code's virtual file systems, which are POSIX paths.
import path from 'path-browserify';

export const { basename, delimiter, dirname, isAbsolute, join, normalize, parse, relative, resolve } = path;
export const posix = path;
export const win32 = path;
