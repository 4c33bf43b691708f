// End-to-end tests in a workspace full of attacks in names and texts, which have no effect.
import type { BrowserContext, Frame, Page } from 'playwright-core';
import { expect } from 'vitest';
import { GitRepository } from '../support/gitRepository.ts';
import { htmlAttacks } from '../support/hostile/corpus.ts';
import { Detector } from '../support/hostile/detector.ts';
import { type ExternalServer, openExternalServer } from '../support/hostile/externalServer.ts';
import { findHarmfulMarkup } from '../support/hostile/harm.ts';
import {
  HOSTILE_NAME,
  openHostileProxy,
  plantHostileRecords,
  plantHostileWorkspace,
} from '../support/hostile/hostileWorkspace.ts';
import { until } from '../support/until.ts';
import type { Workbench } from '../support/workbench.ts';
import { ItemPage } from './itemPage.ts';
import { RecordPage } from './recordPage.ts';
import { type Fixture, scenario } from './scenario.ts';
import { runCommandOfKind, signIn, step } from './steps.ts';

const EMPTY_WORKSPACE = { dialects: ['spec'], planeServer: { seed: 'empty', rate: 0 } } as const;
const FIRST_ATTACKED_ITEM = 'XSS-1';

/** Hosts to which VS Code itself sends requests. */
const VSCODE_HOSTS =
  /(?:^|\.)(?:vscode-cdn\.net|open-vsx\.org|visualstudio\.com|microsoft\.com|githubusercontent\.com|github\.com)$/;

interface Setup {
  readonly fixture: Fixture;
  readonly workbench: Workbench;
  readonly externalServer: ExternalServer;
  readonly detector: Detector;
}

/**
 * Runs a test in a workspace full of attacks, and checks that no attack succeeded. `allowed` is the number of expected
 * requests to the external server.
 */
async function withAttacks(
  fixture: Fixture,
  test: (setup: Setup) => Promise<void>,
  expectedRequestCount = 0,
): Promise<void> {
  const { workbench, server } = fixture;
  await using externalServer = await openExternalServer();
  await plantHostileWorkspace(fixture.planeServer, externalServer.origin);
  await using proxy = await openHostileProxy(fixture.planeServer.baseUrl);
  const detector = await Detector.watch(
    workbench.page.context(),
    ({ hostname, port }) => port === String(server.port) || VSCODE_HOSTS.test(hostname),
  );
  await signIn(fixture, proxy.url, /XSS/);
  await test({ fixture, workbench, externalServer, detector });
  await expectNoAttack(workbench, externalServer.origin);
  expect(detector.detections).toEqual([]);
  expect(externalServer.requests).toHaveLength(expectedRequestCount);
}

/** Checks that no command was executed, and that no text was rendered as a link, an image or an icon. */
async function expectNoAttack({ page }: Workbench, origin: string): Promise<void> {
  const traces = await page.evaluate(
    ([externalOrigin, command]) =>
      [...document.querySelectorAll('a, img, iframe, link, [style*="url("], [data-href]')]
        // VS Code renders each text of the status bar as an element `a` without a URL.
        .filter((element) => !element.matches('a.statusbar-item-label:not([href])'))
        .map((element) => element.cloneNode(false) as Element)
        .map(({ outerHTML }) => outerHTML)
        .filter(
          (html) =>
            html.includes(externalOrigin ?? '') || html.includes(command ?? '') || html.includes('elsewhere.test'),
        ),
    [origin, 'workbench.action.files.newUntitledFile'],
  );
  expect(traces).toEqual([]);
  expect(await page.locator('.tabs-container .tab', { hasText: /^Untitled-\d/ }).count()).toBe(0);
  expect(await page.locator('.terminal-wrapper').count()).toBe(0);
  // `$(alert)` and `$(sync~spin)` in names would be rendered as these icons.
  const textContainers =
    '.pane .monaco-list-row, .quick-input-list, .notifications-toasts, .monaco-hover, .suggest-widget, .codelens-decoration';
  expect(await page.locator(textContainers).locator('.codicon-alert, .codicon-modifier-spin').count()).toBe(0);
}

/**
 * Checks that the page contains no harmful elements, and that its content security policy allows no foreign scripts,
 * requests or frames.
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
    sources.filter((source) => !/^(?:'none'|'self'|data:|blob:|https:\/\/\*\.vscode-cdn\.net)$/.test(source)),
  ).toEqual([]);
}

/**
 * Dispatches events, for example click and focus, to all elements except links and buttons; also events that a user
 * cannot trigger. Resolves with the number of elements.
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
      element.scrollIntoView();
    }
    return elements.length;
  }, selector);
}

async function goToItem(workbench: Workbench, identifier: string): Promise<ItemPage> {
  const { quickInput } = workbench;
  await workbench.runCommand('Contrail: Go to Work Item…');
  await quickInput.waitUntilShown('Go to Work Item');
  await quickInput.type(identifier);
  await quickInput.row(new RegExp(`^${identifier}\\b`)).waitFor();
  await quickInput.pick(new RegExp(`^${identifier}\\b`));
  return ItemPage.waitFor(workbench, identifier);
}

scenario(
  'texts of other users run no code in views and pages, and load nothing external unless the user allows it',
  async (fixture) =>
    withAttacks(
      fixture,
      async ({ workbench, externalServer, detector }) => {
        const projects = workbench.view('Projects');
        await projects.row(/XSS/).expand();
        await projects.row(/^XSS-\d+ /).waitUntilShown();
        const item = await goToItem(workbench, FIRST_ATTACKED_ITEM);
        const { frame } = item;
        await item.comments.first().waitFor();
        await item.showChanges();
        // The section may be open already: a click would close it.
        await frame.getByTestId('code').evaluate((details) => details.setAttribute('open', ''));
        await expectHarmless(frame);
        expect(await dispatchEvents(frame, '.comment-body')).toBeGreaterThan(500);
        expect(await dispatchEvents(frame, '[data-field="description_html"] .rich-text-body')).toBeGreaterThan(1000);
        await workbench.screenshot('hostile/page');
        expect(detector.detections).toEqual([]);
        expect(externalServer.requests).toEqual([]);

        await expectOnlyWebAndMailLinks(workbench, item, externalServer);
        await item.comments
          .locator('.picture-chip', { hasText: new URL(externalServer.origin).host })
          .first()
          .locator('.picture-show')
          .click();
        await frame.locator('.comment-body img.picture').first().waitFor();
        expect(
          externalServer.requests.map(({ headers }) => headers['x-api-key'] ?? headers.cookie ?? headers.authorization),
        ).toEqual([undefined]);
        await expectHarmless(frame);

        await workbench.runCommand('Contrail: Show Overview…');
        await workbench.quickInput.waitUntilShown('Show Overview');
        await workbench.quickInput.pick(/XSS|\[x\]/);
        const overview = await workbench.webview('.overview h1', '[x](command:');
        await overview.getByText(/^Based on/).waitFor();
        await expectHarmless(overview);
        await workbench.screenshot('hostile/overview');

        await workbench.runCommand('Contrail: Focus on Stickies View');
        const stickies = await workbench.webview('.board .note');
        await stickies.locator('.note[data-sticky]').nth(40).waitFor();
        await expectHarmless(stickies);
        await dispatchEvents(stickies, '.board');
        await workbench.screenshot('hostile/stickies');

        await workbench.view('Stickies').close();
        await walkThroughRows(workbench, 5);
      },
      1,
    ),
  EMPTY_WORKSPACE,
);

/** Loads further pages of work items, and checks the tooltip of a row of each page. */
async function walkThroughRows(workbench: Workbench, pages: number): Promise<void> {
  const projects = workbench.view('Projects');
  for (let pageIndex = 0; pageIndex < pages; pageIndex += 1) {
    const loadMoreRow = await projects.scrollTo(/^Load more/);
    const before = await loadMoreRow.locator.getAttribute('aria-setsize');
    await loadMoreRow.click();
    const items = projects.pane.locator('.monaco-list-row[aria-label^="XSS-"]');
    await until('another page of rows', async () => (await items.first().getAttribute('aria-setsize')) !== before);
    for (let step = 0; step < 4; step += 1) await workbench.press('PageUp');
    // The first visible rows are below the sticky row of the project, and the last one may be cut off.
    const rowTops = await items.evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().top));
    const secondToLastTop = rowTops.toSorted((first, second) => second - first)[1] ?? 0;
    await items.nth(rowTops.indexOf(secondToLastTop)).hover();
    const tooltip = workbench.page.locator('.monaco-hover:visible').first();
    await tooltip.waitFor();
    expect(await tooltip.locator('a, img, iframe').count()).toBe(0);
    // Icons may be only in the second paragraph of the tooltip, which shows state, priority, assignees and due date.
    expect(await tooltip.locator('p:not(:nth-of-type(2)) .codicon').count()).toBe(0);
  }
}

/** Checks that VS Code asks before it opens a web link, and that links with other schemes are removed or rejected. */
async function expectOnlyWebAndMailLinks(
  workbench: Workbench,
  { frame }: ItemPage,
  externalServer: ExternalServer,
): Promise<void> {
  const urls = await frame
    .locator('.comment-body a[href]')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
  expect(urls.toSorted()).toEqual(
    [externalServer.origin, `${externalServer.origin}/a`, 'http://foo.bar/#x=`y', 'https://example.com'].toSorted(),
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

async function openFile({ page, quickInput }: Workbench, name: string): Promise<void> {
  await page.keyboard.press('Control+P');
  await quickInput.type(name);
  await quickInput.pick(name);
  await page.locator('.tabs-container .tab.active', { hasText: name }).waitFor();
}

scenario(
  'texts of other users run no code in editors, notifications, quick inputs and comparisons',
  async (fixture) =>
    withAttacks(fixture, async ({ workbench, externalServer, detector }) => {
      const { page, quickInput } = workbench;
      await workbench.view('Projects').row(/XSS/).expand();
      await workbench
        .view('Projects')
        .row(/^XSS-\d+ /)
        .waitUntilShown();
      const item = await goToItem(workbench, FIRST_ATTACKED_ITEM);
      await createConflict(fixture, item);
      await item.frame.locator('[data-conflict="description_html"] [data-testid="compare"]').click();
      await page.locator('.monaco-diff-editor .view-line', { hasText: 'Theirs: [x](command:x)' }).first().waitFor();
      await workbench.screenshot('hostile/compared');
      await expectNoAttack(workbench, externalServer.origin);
      await workbench.press('Control+w');

      // The project has no modules, so the picker shows a message that contains the project's name.
      await runCommandOfKind(fixture, 'Change Module…');
      await quickInput.waitUntilShown('has no modules');
      expect(await quickInput.readText()).toContain(HOSTILE_NAME);
      await workbench.screenshot('hostile/no-modules');
      await quickInput.escape();

      for (const [command, title] of [
        ['Contrail: Show Drafts', 'Drafts'],
        ['Contrail: Change Labels…', 'Change Labels'],
        ['Contrail: Change State…', 'Change State'],
        ['Contrail: Go to Work Item…', 'Go to Work Item'],
      ] as const) {
        await workbench.runCommand(command);
        await quickInput.waitUntilShown(title);
        await quickInput.row(/\S/).waitFor();
        await expectNoAttack(workbench, externalServer.origin);
        await workbench.screenshot(`hostile/${title.toLowerCase().replaceAll(' ', '-')}`);
        await quickInput.escape();
      }

      for (const name of ['Initiatives', 'Teamspaces', 'Customers']) {
        const view = workbench.view(name);
        await view.open();
        await view.row(/\S/).waitUntilShown();
        await expectNoAttack(workbench, externalServer.origin);
        await view.close();
      }

      await openFile(workbench, 'hostile.py');
      await page.locator('.codelens-decoration', { hasText: 'onerror=alert' }).first().waitFor();
      await expectNoAttack(workbench, externalServer.origin);
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
      expect(await card.locator('a').allInnerTexts()).toEqual(
        expect.arrayContaining([expect.stringContaining('Open')]),
      );
      expect(await card.locator('a').count()).toBeLessThanOrEqual(4);
      expect(await card.locator('img, iframe').count()).toBe(0);
      await workbench.screenshot('hostile/card');
      await expectNoAttack(workbench, externalServer.origin);
      await page.locator('.editor-instance .view-line').nth(1).click();
      await page.keyboard.press('Control+End');
      await page.keyboard.type('# #XSS-');
      await page.locator('.suggest-widget.visible .monaco-list-row').first().waitFor();
      await workbench.screenshot('hostile/completion');
      await expectNoAttack(workbench, externalServer.origin);
      await page.keyboard.press('Escape');

      await openFile(workbench, 'hostile.md');
      await workbench.runCommand('Markdown: Open Preview');
      const preview = await workbench.webview('h1', 'Notes');
      const link = preview.locator('a', { hasText: /^XSS-1$/ });
      await link.waitFor();
      expect(await link.getAttribute('title')).toContain(HOSTILE_NAME);
      expect(await preview.locator('a, img').count()).toBe(2);
      expect(detector.detections).toEqual([]);
    }),
  {
    ...EMPTY_WORKSPACE,
    settings: { 'contrail.mentions.state': 'codeLens' },
    prepare: (folder) => {
      const repository = GitRepository.create(folder);
      repository.write('src/hostile.py', CODE);
      repository.write('hostile.md', NOTES);
      repository.commit('Wait for XSS-2');
    },
  },
);

/** Creates a conflict: changes the same fields on the server and on the page, and saves the page. */
async function createConflict({ planeServer, workbench }: Fixture, item: ItemPage): Promise<void> {
  const base = `${planeServer.baseUrl}/api/v1/workspaces/${planeServer.workspace}`;
  const headers = { 'X-API-Key': planeServer.apiKey, 'content-type': 'application/json' };
  const record = (await (await fetch(`${base}/work-items/${FIRST_ATTACKED_ITEM}/`, { headers })).json()) as {
    readonly id: string;
    readonly project: string;
  };
  // Uses the keyboard, because a click could hit the link of an attack.
  await item.description.press('Enter');
  await workbench.press('Control+Home');
  await workbench.page.keyboard.type('Mine. ');
  await item.name.fill(`${HOSTILE_NAME} mine`);
  await item.waitUntilUnsent();
  const conflictingBody = JSON.stringify({
    name: `${HOSTILE_NAME} theirs`,
    description_html: '<p>Theirs: <img src=x onerror=alert(1)> [x](command:x)</p>',
  });
  const response = await fetch(`${base}/projects/${record.project}/work-items/${record.id}/`, {
    method: 'PATCH',
    headers,
    body: conflictingBody,
  });
  expect(response.status).toBe(200);
  await item.save();
  await item.frame.locator('[data-conflict="name"]').getByText('Changed on the server').waitFor();
  await expectHarmless(item.frame);
  await workbench.screenshot('hostile/conflict');
}

interface AttackedRecord {
  /** The caption of the page, which is its first line. */
  readonly caption: string;
  /** The command that opens the record. */
  readonly command: string;
  /** The rows to pick in the pickers of the command, one after the other. */
  readonly labelsToPick: readonly (string | RegExp)[];
}

/** Matches the name `HOSTILE_NAME`, also with the invisible characters that Contrail inserts to prevent a link. */
const ATTACK_NAME = /x\].{1,2}command:.*alert.{1,2} <img/;

const records: readonly AttackedRecord[] = [
  { caption: 'Cycle', command: 'Edit…', labelsToPick: ['Cycle', ATTACK_NAME, ATTACK_NAME] },
  { caption: 'Epic', command: 'Edit Epic…', labelsToPick: [ATTACK_NAME, ATTACK_NAME] },
  { caption: 'Initiative', command: 'Edit Initiative…', labelsToPick: ['First [x]'] },
  { caption: 'Customer', command: 'Edit Customer…', labelsToPick: ['First [x]'] },
  { caption: 'Customer request', command: 'Edit Customer Request…', labelsToPick: ['First [x]', ATTACK_NAME] },
  { caption: 'Customer property', command: 'Edit Customer Property…', labelsToPick: [ATTACK_NAME] },
];

/** Renders the attacks in a page that does not sanitize them, and checks that the detector reports them. */
async function expectAttacksDetected({ workbench, server }: Fixture): Promise<void> {
  await using externalServer = await openExternalServer();
  const context: BrowserContext = workbench.page.context();
  const detector = await Detector.watch(context, ({ port }) => port === String(server.port));
  const page: Page = await context.newPage();
  await page.goto(`http://127.0.0.1:${server.port}/healthz`);
  const attacks = htmlAttacks(externalServer.origin);
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
    attacks.filter((_, index) => index % 6 === 0),
  );
  await page.evaluate((origin) => void window.open(`${origin}/opened`), externalServer.origin);
  for (const detectedSign of [
    /^an attack ran alert/,
    /^asked for http:\/\/127\.0\.0\.1:\d+\/(?!opened)/,
    /^opened http/,
  ]) {
    await until(`the detector to report ${detectedSign}`, async () =>
      detector.detections.some((action) => detectedSign.test(action)),
    );
  }
  await until('requests to the external server', async () => externalServer.requests.length >= 5);
  await page.close();
}

scenario(
  'texts of other users run no code on pages of all records, in attachments and in delete confirmations',
  async (fixture) => {
    await withAttacks(fixture, async ({ workbench, externalServer, detector }) => {
      const { page, quickInput } = workbench;
      await plantHostileRecords(fixture.planeServer, externalServer.origin);
      const projects = workbench.view('Projects');
      await projects.row(/XSS/).expand();
      await projects.row(/^XSS-\d+ /).waitUntilShown();

      const item = await goToItem(workbench, FIRST_ATTACKED_ITEM);
      // The files are requested when the actions below the description are visible.
      await item.frame.locator('.item-actions').scrollIntoViewIfNeeded();
      const files = item.frame.getByTestId('attachments');
      await files.scrollIntoViewIfNeeded();
      await files.getByText(`${HOSTILE_NAME}.txt`).waitFor();
      await expectHarmless(item.frame);
      await workbench.screenshot('hostile/files');
      await expectNoAttack(workbench, externalServer.origin);
      await workbench.press('Control+w');

      await projects.clickTitleAction('Group By');
      await quickInput.pick('Cycle');
      await projects.row(/^\[x\].{1,2}command:/).waitUntilShown();
      await workbench.screenshot('hostile/cycles');
      await expectNoAttack(workbench, externalServer.origin);
      await projects.close();

      const initiatives = workbench.view('Initiatives');
      await initiatives.open();
      await initiatives.row('First [x]').expand();
      await initiatives.row('Epics').expand();
      await initiatives.row(ATTACK_NAME).waitUntilShown();
      await workbench.screenshot('hostile/epics');
      await expectNoAttack(workbench, externalServer.origin);
      await initiatives.close();

      const customers = workbench.view('Customers');
      await customers.open();
      await customers.row('First [x]').expand();
      await customers.row(ATTACK_NAME).waitUntilShown();
      await workbench.screenshot('hostile/requests');
      await expectNoAttack(workbench, externalServer.origin);
      await customers.close();

      for (const { caption, command, labelsToPick: picks } of records) {
        await runCommandOfKind(fixture, command);
        for (const pick of picks) {
          await quickInput.row(pick).waitFor();
          await expectNoAttack(workbench, externalServer.origin);
          await quickInput.pick(pick);
        }
        const { frame } = await RecordPage.waitFor(workbench, caption);
        await expectHarmless(frame);
        await workbench.runCommand('Contrail: Delete…');
        await workbench.dialog.getByText(ATTACK_NAME).first().waitFor();
        expect(await workbench.dialog.locator('a:not(.monaco-button, .action-label), img').count()).toBe(0);
        await workbench.screenshot(`hostile/delete-${caption.toLowerCase().replaceAll(' ', '-')}`);
        await expectNoAttack(workbench, externalServer.origin);
        await workbench.answerDialog('Cancel');
        await workbench.press('Control+w');
      }
      expect(detector.detections).toEqual([]);
      expect(await page.locator('.notification-toast a').count()).toBe(0);
    });
    await step('attacks that are rendered outside of Contrail are detected', () => expectAttacksDetected(fixture));
  },
  EMPTY_WORKSPACE,
);
