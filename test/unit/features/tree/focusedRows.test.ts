// Tests that the row that has the focus is found from the selection.
import { describe, expect, it } from 'vitest';
import { findFocusedRows } from '../../../../src/features/tree/focusedRows.ts';

/** Trees with a selection, which toggle the row that has the focus as VS Code does. */
class FakeTrees {
  readonly selection: Record<string, readonly string[]>;
  readonly #focus: readonly [view: string, row: string] | undefined;

  constructor(selection: Record<string, readonly string[]>, focus?: readonly [view: string, row: string]) {
    this.selection = { ...selection };
    this.#focus = focus;
  }

  find(): Promise<readonly string[]> {
    return findFocusedRows({
      selectedRows: () => Object.entries(this.selection).flatMap(([view, rows]) => rows.map((row) => ({ view, row }))),
      toggleSelection: async () => {
        if (this.#focus === undefined) return;
        const [view, row] = this.#focus;
        const rows = this.selection[view] ?? [];
        this.selection[view] = rows.includes(row) ? rows.filter((one) => one !== row) : [...rows, row];
      },
      keyOf: ({ view, row }) => `${view} ${row}`,
    });
  }
}

describe('The rows that a key applies to', () => {
  it.each([
    ['the focused row without a selection', { projects: [] }, ['projects', 'b'], ['b']],
    ['the focused row instead of the selected one', { projects: ['a'] }, ['projects', 'b'], ['b']],
    ['the focused row instead of several selected ones', { projects: ['a', 'c'] }, ['projects', 'b'], ['b']],
    ['all selected rows if the focused one is selected', { projects: ['a', 'b'] }, ['projects', 'b'], ['a', 'b']],
    ['only rows of the view that has the focus', { projects: ['a'], myWork: ['b'] }, ['myWork', 'b'], ['b']],
    ['the row of the view that has the focus', { projects: ['a'], myWork: [] }, ['myWork', 'a'], ['a']],
  ] as const)('are %s', async (_, selection, focus, expected) => {
    const trees = new FakeTrees(selection, focus);
    const before = Object.values(trees.selection).map((rows) => rows.toSorted());
    expect(await trees.find()).toEqual(expected);
    expect(Object.values(trees.selection).map((rows) => rows.toSorted())).toEqual(before);
  });

  it('are none if no row of the trees has the focus', async () => {
    expect(await new FakeTrees({ projects: ['a'] }).find()).toEqual([]);
  });

  it('are none if VS Code reads the rows again at that moment, and has no selection', async () => {
    const answers = [
      [
        { view: 'projects', row: 'a' },
        { view: 'projects', row: 'b' },
      ],
      [],
    ];
    const source = { selectedRows: () => answers.shift() ?? [], toggleSelection: async () => undefined, keyOf: String };
    expect(await findFocusedRows({ ...source, keyOf: ({ row }) => row })).toEqual([]);
  });
});
