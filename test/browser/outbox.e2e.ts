// End-to-end test of comments written without a network.
import { expect } from 'vitest';
import { requestTo } from '../support/faultProxy.ts';
import { until } from '../support/until.ts';
import { ItemPage } from './itemPage.ts';
import { type Fixture, SPEC_ONLY_SIGNED_IN, scenario } from './scenario.ts';
import { openContrail, openItem, readFromServer, waitForDraftOnDisk } from './steps.ts';

async function openItemWithoutComments(fixture: Fixture): Promise<ItemPage> {
  await openContrail(fixture);
  const view = fixture.workbench.view('Projects');
  await view.row('Atlas Web').expand();
  await view.row(/^WEB-28 /).waitUntilShown();
  return openItem(fixture, 'WEB-28');
}

scenario(
  'comments written while offline are queued, survive a crash, and are sent once after the user reviews them',
  async (fixture) => {
    const { workbench, proxy } = fixture;
    const { quickInput } = workbench;
    const isCommentPost = requestTo('POST', '/comments/');
    let page = await openItemWithoutComments(fixture);
    await openItem(fixture, 'WEB-27');
    await workbench.tab('WEB-28').click();
    page = await ItemPage.waitFor(workbench, 'WEB-28');
    await page.write(page.composer, 'Written on the train.');
    await waitForDraftOnDisk(fixture, 'on the train');
    await proxy.refuse();
    await workbench.press('Control+Enter');
    await page.frame.getByTestId('composer').getByText('does not respond').waitFor();
    const waitMessage = page.frame.getByTestId('wait');
    await waitMessage.scrollIntoViewIfNeeded();
    await workbench.screenshot('outbox/offered');
    await waitMessage.click();
    await page.frame.getByText("Queued. You'll review it before it is sent.").waitFor();
    await workbench.screenshot('outbox/waits');

    await workbench.tab('WEB-27').click();
    await ItemPage.waitFor(workbench, 'WEB-27');
    await workbench.runCommand('Contrail: Comment on Work Item…');
    await quickInput.waitUntilShown('Comment on WEB-27');
    await quickInput.type('Not quite *ready* yet.');
    await quickInput.accept();
    await quickInput.message('to queue it');
    await workbench.screenshot('outbox/palette');
    await quickInput.button('Send When Connected').click();
    await quickInput.waitUntilGone();
    await waitForDraftOnDisk(fixture, 'Not quite');
    await until('both drafts in the badge', async () => (await workbench.badge('Contrail').textContent()) === '2');
    await workbench.runCommand('Contrail: Show Drafts');
    await quickInput.row('Review 2 Queued Comments…').waitFor();
    await quickInput.row('Written on the train.').waitFor();
    await quickInput.waitUntilSettled();
    await workbench.screenshot('outbox/drafts');
    expect((await quickInput.rows()).join('\n')).toMatch(/WEB-28, .*Comment · .+ · queued/);
    await quickInput.escape();

    await fixture.server.killExtensionHost();
    await workbench.reload();
    // After the extension host was killed, VS Code does not always restore the tabs.
    await workbench.runCommand('View: Close All Editors');
    page = await openItem(fixture, 'WEB-28');
    await page.frame.getByText("Queued. You'll review it before it is sent.").waitFor();
    expect(await page.composer.innerText()).toContain('Written on the train.');
    expect(proxy.requestsTo(isCommentPost)).toEqual([]);

    await proxy.listenAgain();
    await workbench.toast('Connected again. 2 comments are queued.');
    await workbench.screenshot('outbox/connected');
    expect(proxy.requestsTo(isCommentPost)).toEqual([]);
    await workbench.clickToast('Connected again.', 'Review…');
    await quickInput.waitUntilShown('Send Comments');
    await quickInput.waitUntilSettled();
    await workbench.screenshot('outbox/review');
    await quickInput.escape();
    await workbench.runCommand('Contrail: Show Drafts');
    await quickInput.pick('Review 2 Queued Comments…');
    await quickInput.waitUntilShown('Send Comments');
    await quickInput.row('Not quite').locator('.monaco-checkbox, input[type=checkbox]').first().click();
    await quickInput.accept();
    await workbench.toast('WEB-28: Sent.');
    await page.comments.filter({ hasText: 'Written on the train.' }).waitFor();
    await until('the composer to be empty', async () => (await page.composer.innerText()).trim() === '');
    await workbench.screenshot('outbox/sent');
    expect(proxy.requestsTo(isCommentPost)).toHaveLength(1);
    const [, commentsPath] = /\/(projects\/.*\/comments\/)/.exec(proxy.requestsTo(isCommentPost)[0]?.path ?? '') ?? [];
    const storedComments = (await readFromServer(fixture, commentsPath ?? '')).results ?? [];
    expect(storedComments.filter((entry) => String(entry['comment_html']).includes('on the train'))).toHaveLength(1);

    await workbench.runCommand('Contrail: Show Drafts');
    await quickInput.row('Not quite').waitFor();
    expect(await quickInput.rows()).toHaveLength(1);
    expect((await quickInput.rows()).join()).not.toContain('queued');
    await quickInput.pick('Not quite');
    await quickInput.waitUntilShown('Comment on WEB-27');
    expect(await quickInput.typedText()).toBe('Not quite *ready* yet.');
  },
  SPEC_ONLY_SIGNED_IN,
);
