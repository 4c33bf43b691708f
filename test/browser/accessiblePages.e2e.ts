// End-to-end test of axe-core on the page of each kind of record, on overviews, and on pages of records that are deleted
// or not loaded. `accessibility.e2e.ts` checks the states of a work item, and the stickies.
import { expect } from 'vitest';
import { sendRequest } from '../support/requests.ts';
import { sample } from '../support/testServer.ts';
import { ThemeChecks } from './axe.ts';
import { RecordPage } from './recordPage.ts';
import { OVERVIEWS, openSamplePage, RECORD_PAGES } from './samplePages.ts';
import { SPEC_ONLY_SIGNED_IN, scenario } from './scenario.ts';
import { openContrail, openItem, step } from './steps.ts';

/** The pages that `accessibility.e2e.ts` checks, with other states. */
const CHECKED_ELSEWHERE: readonly string[] = ['Initiative Label', 'Customer Property', 'Board by keyboard'];

scenario(
  'no page of a record, deleted record or overview has violations in any theme, with and without a connection',
  async (fixture) => {
    const { workbench, proxy } = fixture;
    await openContrail(fixture);
    await workbench.view('Projects').row('Atlas Web').expand();
    const deletedPage = await openItem(fixture, 'WEB-28');
    const themeChecks = await ThemeChecks.readThemes(workbench, deletedPage.frame);

    await step('a deleted work item', async () => {
      await deletedPage.name.fill('Notes for the next release');
      const path = `projects/${sample.project('WEB')}/work-items/${sample.workItem('WEB', 28)}/`;
      await sendRequest(fixture.planeServer, 'DELETE', path);
      await deletedPage.frame.getByTestId('save').click();
      await deletedPage.frame.getByTestId('create-again').waitFor();
      await themeChecks.check('a work item', 'deleted', deletedPage.frame);
    });
    for (const samplePage of RECORD_PAGES.filter(({ caption }) => !CHECKED_ELSEWHERE.includes(caption))) {
      await step(samplePage.caption, async () => {
        await openSamplePage(workbench, samplePage);
        const { frame } = await RecordPage.waitFor(workbench, samplePage.caption);
        await themeChecks.check(samplePage.caption, 'loaded', frame);
      });
    }
    for (const overview of OVERVIEWS.filter(({ caption }) => !CHECKED_ELSEWHERE.includes(caption))) {
      await step(`the overview of ${overview.caption}`, async () => {
        await openSamplePage(workbench, overview);
        const frame = await workbench.webview('.overview h1', overview.caption);
        await frame.locator('.charts').waitFor();
        await themeChecks.check(`overview of ${overview.caption}`, 'loaded', frame);
      });
    }
    await step('a work item that is opened without a connection', async () => {
      proxy.inject(() => true, { kind: 'closed' });
      const { frame } = await openItem(fixture, 'WEB-20');
      await frame.getByText('may be out of date').waitFor();
      await themeChecks.check('a work item', 'without a connection', frame);
      proxy.removeFaults();
    });
    expect(themeChecks.pagesByViolation).toEqual({});
    expect(workbench.errors).toEqual([]);
  },
  { ...SPEC_ONLY_SIGNED_IN, planeServer: { rate: 0 } },
);
