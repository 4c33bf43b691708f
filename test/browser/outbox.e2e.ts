// End-to-end tests of comments written without a network, and of drafts over the size limit.
import { cpSync, globSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect } from 'vitest';
import { openFaultProxy, requestTo } from '../support/faultProxy.ts';
import { until } from '../support/until.ts';
import { ItemPage } from './itemPage.ts';
import { type Fixture, ONE, scenario } from './scenario.ts';
import { askServer, draftOnDisk, openItem, signIn } from './steps.ts';

/** The window starts in the light theme. */
const THEMES = ['light', 'dark', 'hc-dark', 'hc-light'] as const;

async function openQuietItem(fixture: Fixture, address?: string): Promise<ItemPage> {
  await signIn(fixture, address);
  const view = fixture.workbench.view('Projects');
  await view.row('Atlas Web').expand();
  await view.row(/^WEB-28 /).shown();
  return openItem(fixture, 'WEB-28');
}

async function inEachTheme({ workbench }: Fixture, name: string, show: () => Promise<void>): Promise<void> {
  for (const theme of THEMES) {
    await workbench.quickInput.escape();
    await workbench.setTheme(theme);
    await show();
    await workbench.screenshot(`outbox/${name}-${theme}`);
  }
}

scenario(
  'comments written without a network are queued, survive a crash, are reviewed when it is back, and arrive once',
  async (fixture) => {
    const { workbench, planeServer } = fixture;
    const { quickInput } = workbench;
    await using proxy = await openFaultProxy(planeServer.baseUrl);
    const posts = requestTo('POST', '/comments/');
    let page = await openQuietItem(fixture, proxy.url);
    await openItem(fixture, 'WEB-27');
    await workbench.tab('WEB-28').click();
    page = await ItemPage.of(workbench, 'WEB-28');
    await page.write(page.composer, 'Written on the train.');
    await draftOnDisk(fixture, 'on the train');
    await proxy.refuse();
    await workbench.press('Control+Enter');
    await page.frame.getByTestId('composer').getByText('does not respond').waitFor();
    const wait = page.frame.getByTestId('wait');
    await wait.scrollIntoViewIfNeeded();
    await workbench.screenshot('outbox/offered');
    await wait.click();
    await page.frame.getByText("Queued. You'll review it before it is sent.").waitFor();
    await inEachTheme(fixture, 'waits', () => page.frame.getByTestId('send-comment').scrollIntoViewIfNeeded());

    await workbench.tab('WEB-27').click();
    await ItemPage.of(workbench, 'WEB-27');
    await workbench.runCommand('Contrail: Comment on Work Item…');
    await quickInput.shown('Comment on WEB-27');
    await quickInput.type('Not quite *ready* yet.');
    await quickInput.accept();
    await quickInput.message('to queue it');
    await workbench.screenshot('outbox/palette');
    await quickInput.button('Send When Connected').click();
    await quickInput.gone();
    await draftOnDisk(fixture, 'Not quite');
    await until('both drafts in the badge', async () => (await workbench.badge('Contrail').textContent()) === '2');
    await inEachTheme(fixture, 'drafts', async () => {
      await workbench.runCommand('Contrail: Show Drafts');
      await quickInput.row('Review 2 Queued Comments…').waitFor();
      await quickInput.row('Written on the train.').waitFor();
      await quickInput.settled();
    });
    expect((await quickInput.rows()).join('\n')).toMatch(/WEB-28, .*Comment · .+ · queued/);
    await quickInput.escape();

    await fixture.server.killExtensionHost();
    await workbench.reload();
    await workbench.openContainer('Contrail');
    page = await openItem(fixture, 'WEB-28');
    await page.frame.getByText("Queued. You'll review it before it is sent.").waitFor();
    expect(await page.composer.innerText()).toContain('Written on the train.');
    expect(proxy.requestsTo(posts)).toEqual([]);

    await proxy.listenAgain();
    await workbench.toast('Connected again. 2 comments are queued.');
    await workbench.screenshot('outbox/connected');
    expect(proxy.requestsTo(posts)).toEqual([]);
    await workbench.clickToast('Connected again.', 'Review…');
    await quickInput.shown('Send Comments');
    await quickInput.settled();
    await workbench.screenshot('outbox/review');
    await quickInput.escape();
    await inEachTheme(fixture, 'review', async () => {
      await workbench.runCommand('Contrail: Show Drafts');
      await quickInput.pick('Review 2 Queued Comments…');
      await quickInput.shown('Send Comments');
      await quickInput.settled();
    });
    await quickInput.row('Not quite').locator('.monaco-checkbox, input[type=checkbox]').first().click();
    await quickInput.accept();
    await workbench.toast('WEB-28: Sent.');
    await page.comments.filter({ hasText: 'Written on the train.' }).waitFor();
    await until('the composer to be empty', async () => (await page.composer.innerText()).trim() === '');
    await workbench.screenshot('outbox/sent');
    expect(proxy.requestsTo(posts)).toHaveLength(1);
    const [, work] = /\/(projects\/.*\/comments\/)/.exec(proxy.requestsTo(posts)[0]?.path ?? '') ?? [];
    const there = (await askServer(fixture, work ?? '')).results ?? [];
    expect(there.filter((entry) => String(entry['comment_html']).includes('on the train'))).toHaveLength(1);

    await workbench.runCommand('Contrail: Show Drafts');
    await quickInput.row('Not quite').waitFor();
    expect(await quickInput.rows()).toHaveLength(1);
    expect((await quickInput.rows()).join()).not.toContain('queued');
    await quickInput.pick('Not quite');
    await quickInput.shown('Comment on WEB-27');
    expect(await quickInput.typed()).toBe('Not quite *ready* yet.');
  },
  ONE,
);

scenario(
  'a draft over the 20 MB limit of all drafts reports it where it is typed, and is written when there is space again',
  async (fixture) => {
    const { workbench, server } = fixture;
    const page = await openQuietItem(fixture);
    await page.write(page.description, ' One.');
    await draftOnDisk(fixture, ' One.');
    const [draft = ''] = globSync(`${server.userData}/User/globalStorage/contrail.contrail/drafts/*/*.json`);
    const full = join(dirname(draft), 'full.json');
    writeFileSync(full, ' '.repeat(20 * 1024 * 1024));
    await page.write(page.description, ' Two.');
    const banner = page.frame.getByTestId('stale').getByText('Your drafts exceed 20 MB');
    await banner.waitFor();
    await inEachTheme(fixture, 'full', () => banner.waitFor());
    expect(await page.description.innerText()).toContain('One. Two.');
    mkdirSync(join(dirname(draft), '..', 'another'));
    cpSync(draft, join(dirname(draft), '..', 'another', basename(draft)));
    await page.frame.getByTestId('drafts').click();
    await workbench.quickInput.row('Description').waitFor();
    await workbench.quickInput.row('1 draft from another account').waitFor();
    await workbench.screenshot('outbox/accounts');
    await workbench.quickInput.escape();
    rmSync(full);
    await page.write(page.description, ' Three.');
    await draftOnDisk(fixture, 'One. Two. Three.');
    await banner.waitFor({ state: 'detached' });
    await page.save();
    await page.sent();
    expect(workbench.errors).toEqual([]);
  },
  ONE,
);
