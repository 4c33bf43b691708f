// End-to-end tests that unsent text survives a reload, a crash and a failed request.
import { expect } from 'vitest';
import { html, openFaultProxy, requestTo } from '../support/faultProxy.ts';
import { ItemPage } from './itemPage.ts';
import { ONE, ONE_SIGNED_IN, scenario } from './scenario.ts';
import { draftOnDisk, openContrail, openItem, signIn } from './steps.ts';

scenario(
  'unsent text of a work item survives closing its tab, reloading the window and killing the extension host',
  async (fixture) => {
    const { workbench } = fixture;
    await openContrail(fixture);
    await workbench.view('Projects').row('Atlas Web').expand();
    await workbench
      .view('Projects')
      .row(/^WEB-28 /)
      .shown();
    let page = await openItem(fixture, 'WEB-28');
    await page.write(page.description, ' Three paragraphs.');
    await page.write(page.composer, 'A comment that is not sent yet.');
    await page.unsent();
    await workbench.closeTab('WEB-28');
    page = await openItem(fixture, 'WEB-28');
    expect(await page.description.innerText()).toContain('Three paragraphs.');
    expect(await page.composer.innerText()).toContain('A comment that is not sent yet.');

    await workbench.reload();
    page = await ItemPage.of(workbench, 'WEB-28');
    expect(await page.description.innerText()).toContain('Three paragraphs.');
    expect(await page.composer.innerText()).toContain('A comment that is not sent yet.');
    await workbench.screenshot('drafts/after-reload');

    await page.write(page.description, ' And a fourth.');
    await draftOnDisk(fixture, 'And a fourth.');
    await fixture.server.killExtensionHost();
    await workbench.reload();
    page = await ItemPage.of(workbench, 'WEB-28');
    expect(await page.description.innerText()).toContain('And a fourth.');
    await workbench.screenshot('drafts/after-kill');
  },
  ONE_SIGNED_IN,
);

scenario(
  'switching between tabs keeps the text that is being written in each',
  async (fixture) => {
    const { workbench } = fixture;
    await openContrail(fixture);
    await workbench.view('Projects').row('Atlas Web').expand();
    await workbench
      .view('Projects')
      .row(/^WEB-28 /)
      .shown();
    const first = await openItem(fixture, 'WEB-28');
    await first.write(first.description, 'Begun in the first tab');
    await draftOnDisk(fixture, 'first tab');
    const second = await openItem(fixture, 'WEB-27');
    await second.write(second.composer, 'Begun in the second tab');
    await draftOnDisk(fixture, 'second tab');
    for (const words of [', gone on', ', and ended']) {
      await workbench.tab('WEB-28 ').click();
      const page = await ItemPage.of(workbench, 'WEB-28');
      await page.write(page.description, words);
      await draftOnDisk(fixture, words);
      await workbench.tab('WEB-27 ').click();
      await ItemPage.of(workbench, 'WEB-27');
    }
    await workbench.tab('WEB-28 ').click();
    const page = await ItemPage.of(workbench, 'WEB-28');
    expect(await page.description.innerText()).toBe('Begun in the first tab, gone on, and ended');
    await page.save();
    await page.sent();
    await workbench.tab('WEB-27 ').click();
    const other = await ItemPage.of(workbench, 'WEB-27');
    expect(await other.composer.innerText()).toBe('Begun in the second tab');

    const { quickInput } = workbench;
    await workbench.closeTab('WEB-27');
    await workbench.runCommand('Contrail: Show Drafts');
    await quickInput.shown('Unsent Drafts');
    await quickInput.row('Begun in the second tab').waitFor();
    expect(await quickInput.rows()).toHaveLength(1);
    for (const theme of ['light', 'hc-light', 'hc-dark', 'dark'] as const) {
      await quickInput.escape();
      await workbench.setTheme(theme);
      await workbench.runCommand('Contrail: Show Drafts');
      await quickInput.row('Begun in the second tab').waitFor();
      await workbench.screenshot(`drafts/list-${theme}`);
    }
    await quickInput.pick('Begun in the second tab');
    await ItemPage.of(workbench, 'WEB-27');
    await workbench.runCommand('Contrail: Show Drafts');
    await quickInput.row('Begun in the second tab').hover();
    await quickInput.row('Begun in the second tab').getByRole('button', { name: 'Discard' }).click();
    await workbench.dialog.getByText('Begun in the second tab').waitFor();
    await workbench.answerDialog('Discard');
    await quickInput.row('No unsent drafts').waitFor();
    await quickInput.escape();
  },
  ONE_SIGNED_IN,
);

scenario(
  'a save and a comment that fail are kept, reported, and sent once when the server is back',
  async (fixture) => {
    const { workbench, planeServer } = fixture;
    await using proxy = await openFaultProxy(planeServer.baseUrl);
    await signIn(fixture, proxy.url);
    await workbench.view('Projects').row('Atlas Web').expand();
    await workbench
      .view('Projects')
      .row(/^WEB-28 /)
      .shown();
    const page = await openItem(fixture, 'WEB-28');
    proxy.inject((method) => method !== 'GET', { kind: 'lost' });
    await page.write(page.composer, 'Sent into a broken wire.');
    await workbench.press('Control+Enter');
    await page.frame.getByTestId('composer').getByText('The server may have received the comment').waitFor();
    expect(await page.composer.innerText()).toContain('Sent into a broken wire.');
    await workbench.screenshot('drafts/comment-lost');
    proxy.removeFaults();
    await page.composer.click();
    await workbench.press('Control+Enter');
    await page.comments.filter({ hasText: 'Sent into a broken wire.' }).waitFor();
    expect(await page.comments.filter({ hasText: 'Sent into a broken wire.' }).count()).toBe(1);
    expect(proxy.requestsTo(requestTo('POST', '/comments/')).length).toBe(1);

    proxy.inject((method) => method === 'PATCH', html);
    await page.name.fill('A name that meets a wall');
    await page.save();
    await page.notice.getByText('Not saved').waitFor();
    await workbench.screenshot('drafts/save-failed');
    proxy.removeFaults();
    await page.save();
    await page.sent();
  },
  ONE,
);
