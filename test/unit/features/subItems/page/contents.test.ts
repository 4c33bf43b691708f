// @vitest-environment jsdom
// Tests the sections with what a record contains.
import { describe, expect, it } from 'vitest';
import type { ContentsView } from '../../../../../src/shell/protocol/contents.ts';
import { forEachTest } from '../../../../support/fixture.ts';
import { model } from '../../recordPage/page/modelFixture.ts';
import { mount } from '../../recordPage/page/pageFixture.ts';

const ITEMS: ContentsView = {
  title: 'Work items',
  status: 'ready',
  rows: [
    {
      key: 'p/w2',
      identifier: 'API-2',
      name: 'Write the parser',
      state: { id: 's2', label: 'Done', icon: 'completed' },
    },
    { key: 'p/w3', identifier: 'API-3', name: 'Test the parser', assignees: 'Ada' },
  ],
  completed: 1,
};

const mounted = forEachTest(() => mount(model({ hasComments: false })));

const show = (...contents: readonly ContentsView[]) =>
  mounted.deliver({ type: 'show', model: model({ hasComments: false, contents }) });
const section = () => mounted.find('[data-testid=contents-0]');

describe('The section of a list', () => {
  it('shows the rows and how many are completed, and opens a row', async () => {
    await show(ITEMS);
    expect(section()?.textContent).toContain('1 of 2 completed');
    const rows = [...document.querySelectorAll<HTMLElement>('[data-testid=open-content]')];
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      'Done API-2 Write the parser',
      'API-3 Test the parser Ada',
    ]);
    await mounted.click('.sub-item:nth-child(2) [data-testid=open-content]');
    expect(mounted.sent.at(-1)).toMatchObject({ type: 'openContent', key: 'p/w3' });
  });

  it.each([
    ['the number of rows that are not shown', { hidden: 1200 }, '… and 1,200 more'],
    ['that it is empty', { rows: [] }, 'None'],
    ['that it is being read', { rows: [], status: 'loading' }, 'Loading…'],
    [
      'why it could not be read',
      { rows: [], status: 'failed', problem: { message: 'No answer.', retry: true } },
      'No answer.',
    ],
  ] as const)('says %s', async (_, more: Partial<ContentsView>, text) => {
    await show({ title: 'Work items', status: 'ready', rows: ITEMS.rows, ...more });
    expect(section()?.textContent).toContain(text);
  });
});
