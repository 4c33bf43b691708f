// Tests that code is found in the cells of a notebook.
import { expect, it } from 'vitest';
import { hasCellWithLines } from '../../../../src/core/code/notebook.ts';
import { commentStartWithOrigin } from '../../../../src/core/comments/codeComment.ts';

const NOTEBOOK = JSON.stringify({
  cells: [{ source: 'import math\r\n' }, { source: ['a = 1\n', 'b = "x"\n', 'c = 3'] }],
});

it('Lines of a cell are found if the notebook has them one after the other in one cell', () => {
  expect(hasCellWithLines(NOTEBOOK, 'b = "x"\nc = 3')).toBe(true);
  expect(hasCellWithLines(NOTEBOOK, 'import math')).toBe(true);
  expect(hasCellWithLines(NOTEBOOK, 'a = 1\nc = 3')).toBe(false);
  expect(hasCellWithLines(NOTEBOOK, 'import math\na = 1')).toBe(false);
});

it('Lines are not found in a file that is not a notebook', () => {
  for (const text of ['', 'a = 1', '{}', '{"cells":[{}]}', '[]']) expect(hasCellWithLines(text, 'a = 1')).toBe(false);
});

it('A comment on a cell names the notebook and the cell, and no lines', () => {
  const origin = {
    path: 'a.ipynb',
    lines: { first: 2, last: 4 },
    cell: 3,
    commit: 'c'.repeat(40),
    changed: 'no',
  } as const;
  expect(commentStartWithOrigin({ ...origin, link: 'https://x.example/a.ipynb' }, 'python', 'b')).toMatch(
    /^\[`a\.ipynb, cell 3`\]\(https:\/\/x\.example\/a\.ipynb\)\n/,
  );
  expect(commentStartWithOrigin({ ...origin, changed: 'file' }, 'python', 'b')).toMatch(
    /^`a\.ipynb, cell 3`, not committed yet/,
  );
});
