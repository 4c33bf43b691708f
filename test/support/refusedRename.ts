// A rename that the file system rejects several times, as Windows does while another program has
// the file open.
import { rename } from 'node:fs/promises';

/** Returns a function that rejects with `code` in its first `times` calls, and renames afterwards. */
export function refusing(code: string, times: number): typeof rename {
  let left = times;
  return async (from, to) => {
    if (left > 0) {
      left -= 1;
      throw Object.assign(new Error(`${code}: rename refused`), { code });
    }
    await rename(from, to);
  };
}
