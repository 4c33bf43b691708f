// A `rename` that fails several times, as a rename does on Windows while another program has the file open.
import { rename } from 'node:fs/promises';

/** Returns a `rename` whose first `times` calls fail with this error code. */
export function failingRename(code: string, times: number): typeof rename {
  let remainingFailures = times;
  return async (from, to) => {
    if (remainingFailures > 0) {
      remainingFailures -= 1;
      throw Object.assign(new Error(`${code}: rename refused`), { code });
    }
    await rename(from, to);
  };
}
