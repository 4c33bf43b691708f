// Owns a rename that the file system refuses a number of times, as Windows does while another program has the file
// open.
import { rename } from 'node:fs/promises';

/** Rejects with `code` for the first `times` calls, then renames. */
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
