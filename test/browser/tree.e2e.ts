// End-to-end tests of the Projects view.
import { expect } from 'vitest';
import { html, openFaultProxy } from '../support/faultProxy.ts';
import { ONE, SIGNED_IN, scenario } from './scenario.ts';
import { openContrail, signIn } from './steps.ts';

scenario(
  'a project is loaded page by page, and its rows show state, priority and assignees',
  async (fixture) => {
    const { workbench } = fixture;
    const view = workbench.view('Projects');
    await openContrail(fixture);
    await view.row('Atlas Web').expand();
    await view.row(/^WEB-1 /).shown();
    await view.row(/^WEB-1 /).expand();
    await view.row(/^WEB-3 /).shown();
    expect((await view.rows()).find(({ label }) => label.startsWith('WEB-3 '))?.level).toBe(3);
    expect(await view.row(/^WEB-28 /).tooltip()).toContain('State');
    await workbench.screenshot('tree/tooltip');
    expect(await view.row(/^WEB-28 /).menu()).toEqual(
      expect.arrayContaining([
        'Open Work Item',
        'Comment on Work Item…',
        'Change State…',
        'Assign to Me',
        'Copy Identifier',
        'Copy Link',
      ]),
    );
    await view.row('Atlas Web').collapse();

    await view.row('Field Notes').expand();
    await view.row(/^NOTES-130 /).shown();
    await view.scrollToEnd();
    await view.row('Load 30 more of 130').shown();
    await workbench.screenshot('tree/load-more');
    await view.row('Load 30 more of 130').click();
    await workbench.page.locator('.monaco-list-row.focused[aria-label^="NOTES-30 "]').waitFor();
    await workbench.screenshot('tree/second-page');
    await view.scrollToEnd();
    await view.row(/^NOTES-1 /).shown();
    expect((await view.rows()).some(({ label }) => label.startsWith('Load '))).toBe(false);

    await view.clickTitleAction('Refresh');
    await view.row(/^NOTES-1 /).shown();
    expect(workbench.errors).toEqual([]);
  },
  SIGNED_IN,
);

scenario(
  'a failing server leaves a readable row with Retry, which loads the list',
  async (fixture) => {
    const { workbench, planeServer } = fixture;
    const view = workbench.view('Projects');
    await using proxy = await openFaultProxy(planeServer.baseUrl);
    await signIn(fixture, proxy.url);
    proxy.inject((_method, path) => path.includes('/work-items/'), html);
    await view.row('Courier API').expand();
    await view.row('could not be read').shown();
    await workbench.screenshot('tree/html-answer');
    proxy.removeFaults();
    await view.row('could not be read').inlineAction('Retry');
    await view.row(/^API-1 /).shown();

    proxy.inject((_method, path) => path.includes('/work-items/'), { kind: 'closed' });
    await view.row('Field Notes').expand();
    await view.row('was lost before a response arrived').shown();
    await workbench.screenshot('tree/closed-connection');
    proxy.removeFaults();
    await view.row('was lost before a response arrived').click();
    await view.row(/^NOTES-130 /).shown();
  },
  ONE,
);
