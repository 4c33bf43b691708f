// End-to-end tests of the palette commands to comment on a work item and to go to a work item.
import { expect } from 'vitest';
import { ItemPage } from './itemPage.ts';
import { ONE_SIGNED_IN, scenario } from './scenario.ts';
import { openContrail, openItem } from './steps.ts';

scenario(
  'a comment is written from the palette, in one line or in a document, on a work item found by words',
  async (fixture) => {
    const { workbench } = fixture;
    const { quickInput } = workbench;
    await openContrail(fixture);
    await workbench.runCommand('Contrail: Comment on Work Item…');
    await quickInput.shown('Enter an identifier');
    await quickInput.type('WEB-4711');
    await quickInput.row('No work item has this identifier').waitFor();
    await workbench.screenshot('palette/unknown');
    await quickInput.type('notes for the next');
    await quickInput.row('WEB-28').waitFor();
    await workbench.screenshot('palette/found');
    await quickInput.pick('WEB-28');
    await quickInput.shown('Comment on WEB-28');
    await quickInput.type('A **whole** thought from the palette');
    await workbench.screenshot('palette/comment');
    await quickInput.accept();
    await quickInput.gone();

    await workbench.runCommand('Contrail: Comment on Work Item…');
    await quickInput.shown('Enter an identifier');
    expect((await quickInput.rows())[0]).toContain('WEB-28');
    await quickInput.pick('WEB-28');
    await quickInput.shown('Comment on WEB-28');
    await quickInput.button('Write More').click();
    await workbench.tab('Comment on WEB-28.md').waitFor();
    await workbench.page.keyboard.type('# Longer\n\nWith `code` in it.');
    await workbench.screenshot('palette/document');
    await workbench.press('Control+Enter');
    await quickInput.shown('Select visibility');
    await quickInput.pick('External');
    await workbench.tab('Comment on WEB-28.md').waitFor({ state: 'detached' });

    await workbench.view('Projects').row('Atlas Web').expand();
    await workbench
      .view('Projects')
      .row(/^WEB-28 /)
      .shown();
    const page = await openItem(fixture, 'WEB-28');
    await page.comments.filter({ hasText: 'With code in it.' }).filter({ hasText: 'External' }).waitFor();
    expect(await page.comments.locator('strong', { hasText: 'whole' }).count()).toBe(1);
    await workbench.screenshot('palette/both-there');
    expect(workbench.errors).toEqual([]);
  },
  ONE_SIGNED_IN,
);

scenario(
  'Go to Work Item opens the work item of a pasted address, which is the first row of the next picker',
  async (fixture) => {
    const { workbench, planeServer } = fixture;
    const { quickInput } = workbench;
    await openContrail(fixture);
    await workbench.runCommand('Contrail: Go to Work Item…');
    await quickInput.shown('Enter an identifier');
    await quickInput.type('https://plane.example.com/acme/browse/WEB-1/');
    await quickInput.row('belongs to another server or workspace').waitFor();
    await workbench.screenshot('palette/elsewhere');
    await quickInput.type(`${planeServer.baseUrl}/${planeServer.workspace}/browse/WEB-28/`);
    await quickInput.pick('WEB-28');
    await ItemPage.of(workbench, 'WEB-28');

    await workbench.runCommand('Contrail: Go to Work Item…');
    await quickInput.shown('Enter an identifier');
    expect((await quickInput.rows())[0]).toContain('WEB-28');
    await quickInput.escape();
    expect(workbench.errors).toEqual([]);
  },
  ONE_SIGNED_IN,
);
