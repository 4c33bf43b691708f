// @vitest-environment jsdom
// Tests the overview page while the window does not use its account.
import { render } from 'preact';
import { act } from 'preact/test-utils';
import { afterEach, describe, expect, it } from 'vitest';
import type { MessageFromOverview, OverviewModel } from '../../../src/pages/protocol/overview.ts';
import { createOverviewPage } from '../../../src/webview/overview/overviewPage.tsx';

const NO_COUNTS = { done: 0, started: 0, open: 0, cancelled: 0 };
const MODEL: OverviewModel = {
  address: 'project//p1',
  account: 'a1',
  kind: 'project',
  status: 'ready',
  name: 'Atlas Web',
  about: 'WEB',
  read: 0,
  total: 0,
  charts: { totals: NO_COUNTS, states: [], priorities: [], people: [], weeks: [] },
};

const root = document.createElement('div');
document.body.append(root);
afterEach(() => render(null, root));

describe('The overview page', () => {
  it('offers to switch to its account, and focuses its heading when it is shown', async () => {
    const sent: MessageFromOverview[] = [];
    const page = createOverviewPage(root, (message) => sent.push(message));
    const show = (model: OverviewModel) => act(() => page(model));
    const account = { title: 'This page belongs to another account', button: 'Switch Account' };
    const problem = { message: 'Switch to acme to show this page.', retry: false, account };
    await show({ ...MODEL, status: 'otherAccount', problem });
    expect(root.querySelector('[role=alert]')?.textContent).toBe(`${account.title}${problem.message}`);
    expect(root.querySelectorAll('button')).toHaveLength(1);
    await act(() => root.querySelector<HTMLElement>('[data-testid=switch-account]')?.click());
    expect(sent).toEqual([{ type: 'switchAccount' }]);
    await show({ ...MODEL, status: 'loading' });
    await show(MODEL);
    expect(document.activeElement).toBe(root.querySelector('h1'));
  });
});
