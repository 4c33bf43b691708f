// An end-to-end test in a workspace full of attacks in names and texts, which have no effect.
import type { BrowserContext, Frame, Page } from 'playwright-core';
import { expect } from 'vitest';
import { answerWith } from '../support/faultProxy.ts';
import { GitRepository } from '../support/gitRepository.ts';
import { type AttackerServer, openAttackerServer } from '../support/hostile/attackerServer.ts';
import { htmlAttacks } from '../support/hostile/corpus.ts';
import { Detector } from '../support/hostile/detector.ts';
import { findHarmfulMarkup } from '../support/hostile/harm.ts';
import {
  HOSTILE_NAME,
  openHostileProxy,
  plantHostileWorkspace,
  STICKY_COUNT,
} from '../support/hostile/hostileWorkspace.ts';
import { sendRequest } from '../support/requests.ts';
import { until } from '../support/until.ts';
import type { Workbench } from '../support/workbench.ts';
import { ItemPage } from './itemPage.ts';
import { RecordPage } from './recordPage.ts';
import { type Fixture, SPEC_ONLY, scenario } from './scenario.ts';
import { runCommandOfKind, signIn, step } from './steps.ts';

const FIRST_HOSTILE_ITEM = 'XSS-1';

/** Hosts to which VS Code itself sends requests. */
const VSCODE_HOSTS =
  /(?:^|\.)(?:vscode-cdn\.net|open-vsx\.org|visualstudio\.com|microsoft\.com|githubusercontent\.com|github\.com)$/;

interface Setup {
  readonly fixture: Fixture;
  readonly workbench: Workbench;
  readonly attackerServer: AttackerServer;
  readonly detector: Detector;
}

/**
 * Runs a test in a workspace full of attacks, and checks that no attack succeeded. `expectedRequestCount` is the number
 * of requests to the attacker's server that the user allows.
 */
async function withAttacks(
  fixture: Fixture,
  test: (setup: Setup) => Promise<void>,
  expectedRequestCount: number,
): Promise<void> {
  const { workbench, server } = fixture;
  await using attackerServer = await openAttackerServer();
  await plantHostileWorkspace(fixture.planeServer, attackerServer.origin);
  await using proxy = await openHostileProxy(fixture.planeServer.baseUrl);
  const detector = await Detector.watch(
    workbench.page.context(),
    ({ hostname, port }) => port === String(server.port) || VSCODE_HOSTS.test(hostname),
  );
  await signIn(fixture, proxy.url, /XSS/);
  await test({ fixture, workbench, attackerServer, detector });
  await expectNoAttack(workbench, attackerServer.origin);
  expect(detector.detections).toEqual([]);
  expect(attackerServer.requests).toHaveLength(expectedRequestCount);
}

/** Checks that no command was executed, and that no text was rendered as a link, an image or an icon. */
async function expectNoAttack({ page }: Workbench, origin: string): Promise<void> {
  const attackTraces = await page.evaluate(
    ([attackerOrigin, command]) =>
      [...document.querySelectorAll('a, img, iframe, link, [style*="url("], [data-href]')]
        // VS Code renders each text of the status bar as an element `a` without a URL.
        .filter((element) => !element.matches('a.statusbar-item-label:not([href])'))
        .map((element) => element.cloneNode(false) as Element)
        .map(({ outerHTML }) => outerHTML)
        .filter(
          (html) =>
            html.includes(attackerOrigin ?? '') || html.includes(command ?? '') || html.includes('elsewhere.test'),
        ),
    [origin, 'workbench.action.files.newUntitledFile'],
  );
  expect(attackTraces).toEqual([]);
  expect(await page.locator('.tabs-container .tab', { hasText: /^Untitled-\d/ }).count()).toBe(0);
  expect(await page.locator('.terminal-wrapper').count()).toBe(0);
  // `$(alert)` and `$(sync~spin)` in names would be rendered as these icons.
  const textContainers =
    '.pane .monaco-list-row, .quick-input-list, .notifications-toasts, .monaco-hover, .suggest-widget, .codelens-decoration';
  expect(await page.locator(textContainers).locator('.codicon-alert, .codicon-modifier-spin').count()).toBe(0);
}

/**
 * Checks that the page contains no harmful elements, and that its content security policy allows no scripts, requests
 * or frames of other origins.
 */
async function expectHarmless(frame: Frame): Promise<void> {
  const harm = await frame.evaluate<string[]>(`(${String(findHarmfulMarkup)})(document.querySelector('#root'))`);
  // Ignores the SVG icons and charts that the page itself renders.
  expect(harm.filter((line) => !/^<(?:svg|g|path|circle|line|polyline|rect|text|title)>$/.test(line))).toEqual([]);
  expect(await frame.locator('.rich-text-body').locator('svg, math').count()).toBe(0);
  const policy = await frame.locator('meta[http-equiv="Content-Security-Policy"]').getAttribute('content');
  const rules = new Map(
    (policy ?? '').split(';').map((rule) => [rule.trim().split(/\s+/)[0] ?? '', rule.trim().split(/\s+/).slice(1)]),
  );
  expect(rules.get('default-src')).toEqual([`'none'`]);
  expect(rules.get('script-src')).toEqual([expect.stringMatching(/^'nonce-[\w+/=]{20,}'$/)]);
  expect(rules.get('base-uri')).toEqual([`'none'`]);
  expect(rules.get('form-action')).toEqual([`'none'`]);
  expect(policy).not.toMatch(/unsafe|\*(?!\.vscode)|http:|connect-src|frame-src|object-src/);
  const sources = [...rules].flatMap(([name, values]) => (name === 'script-src' ? [] : values));
  expect(
    sources.filter(
      (source) => !/^(?:'none'|'self'|data:|blob:|https:\/\/\*\.vscode-cdn\.net|'nonce-[\w+/=]{20,}')$/.test(source),
    ),
  ).toEqual([]);
}

/**
 * Dispatches events, for example click and focus, to all elements except links and buttons; including events that a
 * user cannot trigger. Resolves with the number of elements.
 */
async function dispatchEvents(frame: Frame, selector: string): Promise<number> {
  return frame.evaluate((parents) => {
    const elements = [...document.querySelectorAll(`${parents} *`)].filter(
      (element) => element.closest('a, button') === null,
    );
    for (const element of elements) {
      for (const name of [
        'pointerenter',
        'mouseover',
        'mouseenter',
        'focus',
        'focusin',
        'toggle',
        'error',
        'load',
        'click',
        'beforetoggle',
      ]) {
        element.dispatchEvent(new Event(name, { bubbles: true, cancelable: true }));
      }
    }
    elements.at(-1)?.scrollIntoView();
    return elements.length;
  }, selector);
}

/** Matches the name `HOSTILE_NAME`, also with the invisible characters that Contrail inserts to prevent a link. */
const ATTACK_NAME = /x\].{1,2}command:.*alert.{1,2} <img/;

/** Checks the first and the last rows of the list of work items, and a tooltip. */
async function checkRows({ workbench, attackerServer }: Setup): Promise<void> {
  const projects = workbench.view('Projects');
  await projects.row(/XSS/).expand();
  const row = projects.row(/^XSS-\d+ /);
  await row.waitUntilShown();
  expect(await row.tooltip()).toContain('XSS-');
  const tooltip = workbench.page.locator('.monaco-hover:visible').first();
  expect(await tooltip.locator('a, img, iframe').count()).toBe(0);
  // Icons may be only in the second paragraph of the tooltip, which shows state, priority, assignees and due date.
  expect(await tooltip.locator('p:not(:nth-of-type(2)) .codicon').count()).toBe(0);
  await expectNoAttack(workbench, attackerServer.origin);
  const firstRow = await row.locator.getAttribute('aria-label');
  await projects.pane.locator('.monaco-list').focus();
  await workbench.press('End');
  await until('the last rows', async () =>
    (await projects.rows()).every(({ accessibleName }) => accessibleName !== firstRow),
  );
  await expectNoAttack(workbench, attackerServer.origin);
}

/** Opens the page of a work item with Go to Work Item, whose list shows the names of other work items too. */
async function goToItem({ workbench, attackerServer }: Setup, identifier: string): Promise<ItemPage> {
  const { quickInput } = workbench;
  await workbench.runCommand('Contrail: Go to Work Item…');
  await quickInput.waitUntilShown('Go to Work Item');
  await quickInput.type(identifier);
  await quickInput.row(new RegExp(`^${identifier}\\b`)).waitFor();
  await expectNoAttack(workbench, attackerServer.origin);
  await quickInput.pick(new RegExp(`^${identifier}\\b`));
  return ItemPage.waitFor(workbench, identifier);
}

async function checkItemPage(setup: Setup, item: ItemPage): Promise<void> {
  const { workbench, attackerServer, detector } = setup;
  const { frame } = item;
  await item.comments.first().waitFor();
  await item.showChanges();
  // The section may be open already: a click would close it.
  await frame.getByTestId('code').evaluate((details) => details.setAttribute('open', ''));
  // The files are requested when the actions below the description are visible.
  await frame.locator('.item-actions').scrollIntoViewIfNeeded();
  const files = frame.getByTestId('attachments');
  await files.scrollIntoViewIfNeeded();
  await files.getByText(`${HOSTILE_NAME}.txt`).waitFor();
  await expectHarmless(frame);
  expect(await dispatchEvents(frame, '.comment-body')).toBeGreaterThan(500);
  expect(await dispatchEvents(frame, '[data-field="description_html"] .rich-text-body')).toBeGreaterThan(1000);
  expect(detector.detections).toEqual([]);
  expect(attackerServer.requests).toEqual([]);

  await expectOnlyWebAndMailLinks(workbench, item, attackerServer);
  await item.comments
    .locator('.picture-chip', { hasText: new URL(attackerServer.origin).host })
    .first()
    .locator('.picture-show')
    .click();
  await frame.locator('.comment-body img.picture').first().waitFor();
  expect(
    attackerServer.requests.map(({ headers }) => headers['x-api-key'] ?? headers.cookie ?? headers.authorization),
  ).toEqual([undefined]);
  await expectHarmless(frame);
  await expectNoAttack(workbench, attackerServer.origin);
}

/** Checks a conflict, its comparison in an editor, and the list of drafts. */
async function checkConflict({ fixture, workbench, attackerServer }: Setup, item: ItemPage): Promise<void> {
  const { page, quickInput } = workbench;
  await createConflict(fixture, item);
  await item.frame.locator('[data-conflict="description_html"] [data-testid="compare"]').click();
  await page.locator('.monaco-diff-editor .view-line', { hasText: 'Theirs: [x](command:x)' }).first().waitFor();
  await expectNoAttack(workbench, attackerServer.origin);
  await workbench.press('Control+w');
  await workbench.runCommand('Contrail: Show Drafts');
  await quickInput.waitUntilShown('Drafts');
  await quickInput.row(ATTACK_NAME).waitFor();
  await expectNoAttack(workbench, attackerServer.origin);
  await quickInput.escape();
}

/** Checks a picker with checkboxes, and the message of an empty picker. The page of a work item must be active. */
async function checkQuickInputs({ fixture, workbench, attackerServer }: Setup): Promise<void> {
  const { quickInput } = workbench;
  // The project has no modules, so the picker shows a message that contains the project's name.
  await runCommandOfKind(fixture, 'Change Module…');
  await quickInput.waitUntilShown('has no modules');
  expect(await quickInput.readText()).toContain(HOSTILE_NAME);
  await expectNoAttack(workbench, attackerServer.origin);
  await quickInput.escape();
  await workbench.runCommand('Contrail: Change Labels…');
  await quickInput.waitUntilShown('Change Labels');
  await quickInput.row(/\S/).waitFor();
  await expectNoAttack(workbench, attackerServer.origin);
  await quickInput.escape();
}

async function checkOverviewAndStickies({ workbench }: Setup): Promise<void> {
  await workbench.runCommand('Contrail: Show Overview…');
  await workbench.quickInput.waitUntilShown('Show Overview');
  await workbench.quickInput.pick(/XSS|\[x\]/);
  const overview = await workbench.webview('.overview h1', '[x](command:');
  await overview.getByText(/work items$/).waitFor();
  await expectHarmless(overview);

  await workbench.runCommand('Contrail: Focus on Stickies View');
  const stickies = await workbench.webview('.board .note');
  await stickies
    .locator('.note[data-sticky]')
    .nth(STICKY_COUNT - 1)
    .waitFor();
  await expectHarmless(stickies);
  await dispatchEvents(stickies, '.board');
  await workbench.view('Stickies').close();
}

async function checkOtherViews({ workbench, attackerServer }: Setup): Promise<void> {
  await workbench.view('Projects').close();
  const workspace = workbench.view('Workspace');
  await workspace.open();
  await workspace.row('Initiatives').expand();
  await workspace.row('First [x]').expand();
  await workspace.row('Epics').expand();
  await workspace.row(ATTACK_NAME).waitUntilShown();
  await expectNoAttack(workbench, attackerServer.origin);
  await workspace.row('Initiatives').collapse();
  await workspace.row('Customers').expand();
  await workspace.row('First [x]').expand();
  await workspace.row(ATTACK_NAME).waitUntilShown();
  await expectNoAttack(workbench, attackerServer.origin);
  await workspace.row('Customers').collapse();
  await workspace.row('Teamspaces').expand();
  await until('a teamspace', async () => (await workspace.rows()).some(({ level }) => level === 2));
  await expectNoAttack(workbench, attackerServer.origin);
}

/** Checks the page of a record, a modal question, and a notification with texts of the record and of the server. */
async function checkRecord({ fixture, workbench, attackerServer }: Setup): Promise<void> {
  const { page, quickInput } = workbench;
  await runCommandOfKind(fixture, 'Edit Customer Request…');
  for (const pick of ['First [x]', ATTACK_NAME]) {
    await quickInput.row(pick).waitFor();
    await expectNoAttack(workbench, attackerServer.origin);
    await quickInput.pick(pick);
  }
  const { frame } = await RecordPage.waitFor(workbench, 'Customer Request');
  await expectHarmless(frame);
  fixture.proxy.inject((method) => method === 'DELETE', answerWith(403, { detail: HOSTILE_NAME }), 1);
  await workbench.runCommand('Contrail: Delete Work Item, Cycle or Other…');
  await workbench.dialog.getByText(ATTACK_NAME).first().waitFor();
  expect(await workbench.dialog.locator('a:not(.monaco-button, .action-label), img').count()).toBe(0);
  await expectNoAttack(workbench, attackerServer.origin);
  await workbench.answerDialog('Delete');
  await workbench.toast(/x\].{1,2}command:.*(?:was not|may have been) deleted\..*x\].{1,2}command:/s);
  expect(await page.locator('.notification-toast-container .notification-list-item-message :is(a, img)').count()).toBe(
    0,
  );
  await expectNoAttack(workbench, attackerServer.origin);
  await workbench.clearToasts();
}

/** Checks the CodeLens, the hover and the completion of a mention, and its link in the preview of Markdown. */
async function checkEditors({ workbench, attackerServer }: Setup): Promise<void> {
  const { page } = workbench;
  await workbench.openFile('hostile.py');
  await page.locator('.codelens-decoration', { hasText: 'onerror=alert' }).first().waitFor();
  const mention = page.locator('.editor-instance .view-line .detected-link', { hasText: /^XSS-1$/ }).first();
  const card = page.locator('.monaco-hover:visible', { hasText: 'onerror=alert' }).first();
  await until('the card', async () => {
    await page.mouse.move(700, 600);
    await mention.hover();
    return card.waitFor({ timeout: 3_000 }).then(
      () => true,
      () => false,
    );
  });
  expect(await card.locator('a').allInnerTexts()).toEqual(expect.arrayContaining([expect.stringContaining('Open')]));
  expect(await card.locator('a').count()).toBeLessThanOrEqual(4);
  expect(await card.locator('img, iframe').count()).toBe(0);
  await expectNoAttack(workbench, attackerServer.origin);
  await page.locator('.editor-instance .view-line').nth(1).click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type('# #XSS-');
  await page.locator('.suggest-widget.visible .monaco-list-row').first().waitFor();
  await expectNoAttack(workbench, attackerServer.origin);
  await page.keyboard.press('Escape');

  await workbench.openFile('hostile.md');
  await workbench.runCommand('Markdown: Open Preview');
  const preview = await workbench.webview('h1', 'Notes');
  const link = preview.locator('a', { hasText: /^XSS-1$/ });
  await link.waitFor();
  expect(await link.getAttribute('title')).toContain(HOSTILE_NAME);
  expect(await preview.locator('a, img').count()).toBe(2);
}

/** Checks that VS Code asks before it opens a web link, and that links with other schemes are removed or rejected. */
async function expectOnlyWebAndMailLinks(
  workbench: Workbench,
  { frame }: ItemPage,
  attackerServer: AttackerServer,
): Promise<void> {
  const urls = await frame
    .locator('.comment-body a[href]')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
  expect(urls.toSorted()).toEqual(
    [attackerServer.origin, `${attackerServer.origin}/a`, 'http://foo.bar/#x=`y', 'https://example.com'].toSorted(),
  );
  // Uses an external URL, because VS Code opens URLs of the local machine without a question.
  await frame.locator(`.comment-body a[href="https://example.com"]`).click();
  await workbench.dialog.getByText('open the external website').waitFor();
  await workbench.answerDialog('Cancel');
  const command = frame.locator('a[data-href^="command:"]').first();
  await command.click({ modifiers: ['Control'] });
  await workbench.toast('Only web and mail links can be opened from a work item.');
  await workbench.clearToasts();
}

const CODE = '# XSS-1 says it, and XSS-2 as well.\n# \n';
const NOTES = '# Notes\n\nWe wait for XSS-1, and for XSS-3.\n';

/** Creates a conflict: changes the same fields on the server and on the page, and saves the page. */
async function createConflict({ planeServer, workbench }: Fixture, item: ItemPage): Promise<void> {
  const path = `work-items/${FIRST_HOSTILE_ITEM}/`;
  const { project, id } = await sendRequest(planeServer, 'GET', path);
  // Uses the keyboard, because a click could hit the link of an attack.
  await item.description.press('Enter');
  await workbench.press('Control+Home');
  await workbench.page.keyboard.type('Mine. ');
  await item.name.fill(`${HOSTILE_NAME} mine`);
  await item.waitUntilUnsent();
  await sendRequest(planeServer, 'PATCH', `projects/${String(project)}/work-items/${String(id)}/`, {
    name: `${HOSTILE_NAME} theirs`,
    description_html: '<p>Theirs: <img src=x onerror=alert(1)> [x](command:x)</p>',
  });
  await item.save();
  await item.frame.locator('[data-conflict="name"]').getByText('Changed on the server').waitFor();
  await expectHarmless(item.frame);
}

/** Renders the attacks in a page that does not sanitize them, and checks that the detector reports them. */
async function expectAttacksDetected({ workbench, server }: Fixture): Promise<void> {
  await using attackerServer = await openAttackerServer();
  const context: BrowserContext = workbench.page.context();
  const detector = await Detector.watch(context, ({ port }) => port === String(server.port));
  const page: Page = await context.newPage();
  await page.goto(`http://127.0.0.1:${server.port}/healthz`);
  const attacks = htmlAttacks(attackerServer.origin);
  // Contrail's pages parse HTML with DOMParser, which runs no scripts even without a content security policy.
  await page.evaluate((htmlTexts) => {
    for (const html of htmlTexts) new DOMParser().parseFromString('', 'text/html').body.innerHTML = html;
  }, attacks);
  await page.waitForLoadState('networkidle');
  expect(detector.detections.filter((action) => action !== 'opened about:blank')).toEqual([]);
  await page.evaluate(
    (some) => {
      for (const attack of some) {
        const frame = document.createElement('iframe');
        frame.srcdoc = attack;
        document.body.append(frame);
      }
    },
    attacks.filter((_, index) => index % 30 === 0),
  );
  await page.evaluate((origin) => void window.open(`${origin}/opened`), attackerServer.origin);
  for (const detectedSign of [
    /^an attack ran alert/,
    /^asked for http:\/\/127\.0\.0\.1:\d+\/(?!opened)/,
    /^opened http/,
  ]) {
    await until(`the detector to report ${detectedSign}`, async () =>
      detector.detections.some((action) => detectedSign.test(action)),
    );
  }
  await until('requests to the attacker’s server', async () => attackerServer.requests.length >= 5);
  await page.close();
}

scenario(
  'texts of other users run no code in any view or page, and load external content only if the user allows it',
  async (fixture) => {
    const check = async (setup: Setup): Promise<void> => {
      await step('the rows and a tooltip of the Projects view', () => checkRows(setup));
      const item = await goToItem(setup, FIRST_HOSTILE_ITEM);
      await step('the page of a work item', () => checkItemPage(setup, item));
      await step('a conflict, its comparison and the drafts', () => checkConflict(setup, item));
      await step('quick inputs', () => checkQuickInputs(setup));
      await step('the overview and the stickies', () => checkOverviewAndStickies(setup));
      await step('the views of other records', () => checkOtherViews(setup));
      await step('another record, a question and a notification', () => checkRecord(setup));
      await step('files that mention work items', () => checkEditors(setup));
    };
    await withAttacks(fixture, check, 1);
    await step('attacks that are rendered outside of Contrail are detected', () => expectAttacksDetected(fixture));
  },
  {
    ...SPEC_ONLY,
    planeServer: { seed: 'empty', rate: 0 },
    settings: { 'contrail.mentions.state': 'codeLens' },
    prepare: (folder) => {
      const repository = GitRepository.create(folder);
      repository.write('src/hostile.py', CODE);
      repository.write('hostile.md', NOTES);
      repository.commit('Wait for XSS-2');
    },
  },
);
