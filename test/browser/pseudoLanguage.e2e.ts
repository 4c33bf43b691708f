// An end-to-end test in a pseudo-language: translations reach each kind of view, page, picker and notification. The
// architecture tests check that each text of the source files can be translated.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { answerWith } from '../support/faultProxy.ts';
import { pseudoCommand, pseudoLanguage, pseudoText } from '../support/pseudoLanguage.ts';
import type { QuickInput } from '../support/quickInput.ts';
import { scratchFolder } from '../support/setup/paths.mjs';
import type { TreeView } from '../support/treeView.ts';
import { until } from '../support/until.ts';
import type { Workbench } from '../support/workbench.ts';
import { ItemPage } from './itemPage.ts';
import { type Fixture, scenario } from './scenario.ts';
import { ShownTexts, type UntranslatedText } from './shownTexts.ts';
import { step } from './steps.ts';

const CONTAINER = pseudoText('viewsContainer.contrail.title');
// The words of typed conditions are the same in every language.
const TYPED_TEXTS = ['plane example', 'Written in the test', 'my-team', 'Not today.', 'is:open assignee:me'];

/** Signs in; selects rows by their position, because their texts are translated. */
async function signIn({ workbench, planeServer }: Fixture, shownTexts: ShownTexts): Promise<void> {
  const { quickInput } = workbench;
  const collectPromptTexts = async (name: string): Promise<void> => {
    await quickInput.waitUntilShown();
    await shownTexts.collectTexts(`sign-in: ${name}`);
  };
  const collectProblemTexts = async (name: string, accept: () => Promise<void>): Promise<void> => {
    const textBefore = await quickInput.readText();
    await accept();
    await until(`a message: ${name}`, async () => {
      const textNow = await quickInput.readText();
      return textNow !== undefined && textNow !== textBefore;
    });
    await collectPromptTexts(name);
  };
  const readTitle = async (): Promise<string | undefined> => (await quickInput.readText())?.split('\n')[0];
  // Only the title tells the steps apart: typing removes a message, before the server has answered.
  const collectNextPromptTexts = async (name: string, accept: () => Promise<void>): Promise<void> => {
    const titleBefore = await readTitle();
    await accept();
    await until(`another step: ${name}`, async () => {
      const titleNow = await readTitle();
      return titleNow !== undefined && titleNow !== titleBefore;
    });
    await collectPromptTexts(name);
  };
  await workbench.runCommand(pseudoCommand('signIn'));
  await collectPromptTexts('address');
  await collectProblemTexts('address with a problem', () => quickInput.accept('plane example'));
  await collectNextPromptTexts('slug', () => quickInput.accept(planeServer.baseUrl));
  await collectNextPromptTexts('key', () => quickInput.accept(planeServer.workspace));
  await quickInput.accept(planeServer.apiKey);
  await workbench.view(pseudoText('view.projects.name')).row('Atlas Web').waitUntilShown();
}

interface TestStepContext {
  readonly fixture: Fixture;
  readonly shownTexts: ShownTexts;
  readonly view: (name: string) => TreeView;
  readonly run: (command: string) => Promise<void>;
  /** Waits until the input lists rows, and collects their texts. */
  readonly collectListTexts: (where: string) => Promise<void>;
  readonly pickRow: (index: number) => Promise<void>;
}

/** Signs in, and collects the texts of the welcome view, the views, a menu, pickers and the connection report. */
async function showViews({ fixture, shownTexts, view, run, collectListTexts }: TestStepContext): Promise<void> {
  const { workbench } = fixture;
  const { quickInput, page } = workbench;
  await view('projects').welcome();
  await shownTexts.collectTexts('welcome');
  await signIn(fixture, shownTexts);
  await shownTexts.collectTexts('after the sign-in');

  const collectRows = async (name: string): Promise<void> => {
    await view(name).open();
    await expandRows(view(name));
    await shownTexts.collectTexts(`view ${name}`);
    await view(name).close();
  };
  await collectRows('myWork');
  await view('projects').row('Atlas Web').expand();
  const row = view('projects').row(/^WEB-28 /);
  await row.waitUntilShown();
  await shownTexts.collectTexts('view projects');
  await row.tooltip();
  await shownTexts.collectTexts('tooltip of a work item');
  await row.locator.click({ button: 'right' });
  await page.locator('.monaco-menu .action-menu-item').first().waitFor();
  await shownTexts.collectTexts('menu of a work item');
  await workbench.press('Escape');
  await collectRows('workspace');
  // VS Code has scrolled the Projects view while the other view made it smaller.
  await view('projects').pane.locator('.monaco-list').focus();
  await workbench.press('Home');
  await run('filter');
  await collectListTexts('filter');
  await quickInput.escape();
  await run('connectionReport');
  const report = (await workbench.webview('h2')).locator('h1, h2, p, li');
  await shownTexts.collectTexts('connection report');
  await shownTexts.collectTextsOf('connection report', report);
}

/** Collects the texts of the pages of records, an overview and the stickies. */
async function showPages({ fixture, shownTexts, view, run, collectListTexts }: TestStepContext): Promise<void> {
  const { workbench } = fixture;
  const { quickInput } = workbench;
  await view('projects').row('Atlas Web').expand();
  await view('projects')
    .row(/^WEB-28 /)
    .click();
  const item = await itemPage(workbench);
  const { frame } = item;
  await shownTexts.collectTexts('page of a work item');
  // The section Code may be open already: a click would close it.
  await frame.locator('details').evaluateAll((all) => {
    for (const details of all) details.setAttribute('open', '');
  });
  await shownTexts.collectTexts('page of a work item with its activity');
  await frame.locator('.opener[role=combobox]').first().click();
  await frame.locator('.opener[aria-expanded=true]').waitFor();
  await shownTexts.collectTexts('list of a field');
  await workbench.press('Escape');
  await item.write(item.composer, 'Written in the test');
  await item.name.fill('');
  await frame.getByTestId('save').click();
  await item.notice.waitFor();
  await shownTexts.collectTexts('page that is not saved');

  await view('projects').row('Atlas Web').clickInlineAction(pseudoText('command.createWorkItem.title'));
  await quickInput.waitUntilShown();
  await shownTexts.collectTexts('title of a new work item');
  await quickInput.accept();
  // Waits until the page of WEB-28 is hidden, so that its texts are not collected here.
  const newItemFrame = await workbench.webview('.page .identifier', /^(?!WEB-)./);
  await newItemFrame.locator('.name-input').focus();
  await workbench.press('Control+s');
  await newItemFrame.locator('.field-problem').first().waitFor();
  await shownTexts.collectTexts('new work item');

  await run('showOverview');
  await collectListTexts('overview: choice');
  await quickInput.pick('Atlas Web');
  const overview = await workbench.webview('.overview h1', 'Atlas Web');
  await overview.locator('.charts').waitFor();
  await overview.locator('details').evaluateAll((all) => {
    for (const one of all) if (one instanceof HTMLDetailsElement) one.open = true;
  });
  await shownTexts.collectTexts('overview');

  await view('stickies').open();
  const stickies = await workbench.webview('.board .note');
  await stickies.locator('.note[data-sticky] .note-name').first().waitFor();
  await view('projects').close();
  await stickies.locator('.note[data-sticky]').first().hover();
  await shownTexts.collectTexts('stickies');
}

/** Collects the texts of pickers, notifications and questions. */
async function showPickers({
  fixture,
  shownTexts,
  view,
  run,
  collectListTexts,
  pickRow,
}: TestStepContext): Promise<void> {
  const { workbench } = fixture;
  const { quickInput, page } = workbench;
  await view('projects').row('Atlas Web').expand();
  await view('projects')
    .row(/^WEB-28 /)
    .click();
  await itemPage(workbench);
  await run('change');
  await collectListTexts('change');
  await quickInput.escape();
  fixture.proxy.inject((method) => method === 'PATCH', answerWith(400, { state: ['Not today.'] }), 1);
  await run('changeState');
  await collectListTexts('changeState');
  await pickRow(2);
  await page.locator('.notification-toast').first().waitFor();
  await shownTexts.collectTexts('error of a change');
  await workbench.clearToasts();

  await run('deleteRecord');
  await workbench.dialog.waitFor();
  await quickInput.waitUntilGone();
  await shownTexts.collectTexts('question before deleting');
  await workbench.press('Escape');
}

scenario(
  'in another display language, each kind of view, page, picker, notification and question is translated',
  async (fixture) => {
    const { workbench, planeServer } = fixture;
    const { quickInput, page } = workbench;
    const shownTexts = new ShownTexts(page, fixture.proxy, [...TYPED_TEXTS, planeServer.workspace]);
    await workbench.openContainer(CONTAINER);
    const stepContext: TestStepContext = {
      fixture,
      shownTexts,
      view: (name) => workbench.view(pseudoText(`view.${name}.name`)),
      run: (command) => workbench.runCommand(pseudoCommand(command)),
      collectListTexts: async (where) => {
        await waitForRows(quickInput);
        await shownTexts.collectTexts(where);
      },
      pickRow: (index) => page.locator('.quick-input-widget:visible .monaco-list-row').nth(index).click(),
    };
    try {
      await step('sign-in and views', () => showViews(stepContext));
      await step('pickers and notifications', () => showPickers(stepContext));
      await step('pages', () => showPages(stepContext));
    } finally {
      writeReport(shownTexts.untranslatedTexts());
    }
    expect(shownTexts.count).toBeGreaterThan(150);
    expect(shownTexts.untranslatedTexts()).toEqual([]);
  },
  { dialects: ['spec'], planeServer: { rate: 0 }, language: pseudoLanguage },
);

async function itemPage(workbench: Workbench): Promise<ItemPage> {
  const page = await ItemPage.waitFor(workbench, 'WEB-28');
  await page.composer.waitFor();
  return page;
}

/** Resolves when the quick input of the command lists rows; until then, the Command Palette may still be visible. */
async function waitForRows(quickInput: QuickInput): Promise<void> {
  await until('rows of an input', async () => {
    const rows = await quickInput.rows();
    const title = `${pseudoText('command.category')}: `;
    return rows.length > 0 && !rows.some((row) => row.includes(title));
  });
}

/** Writes the untranslated texts to .vscode-test/results/, because Vitest shortens long lists in its report. */
function writeReport(untranslatedTexts: readonly UntranslatedText[]): void {
  const folder = join(scratchFolder, 'results');
  mkdirSync(folder, { recursive: true });
  const lines = untranslatedTexts.map(
    ({ location: where, text, untranslatedWords: english }) => `${where}: ${english} — ${text}\n`,
  );
  writeFileSync(join(folder, 'untranslated.txt'), lines.join(''));
}

/**
 * Expands the first rows of a view with the keyboard: a mouse click could hit another row, because rows that are still
 * being loaded above move the rows.
 */
async function expandRows({ pane }: TreeView): Promise<void> {
  const page = pane.page();
  await pane.locator('.monaco-list-row').first().waitFor();
  await pane.locator('.monaco-list').focus();
  await page.keyboard.press('Home');
  const focusedRow = pane.locator('.monaco-list-row.focused');
  await focusedRow.first().waitFor();
  // VS Code does not render the focused row if rows that are loaded move it out of view.
  const expanded = (): Promise<string | null | undefined> =>
    focusedRow.evaluateAll(([row]) => row?.getAttribute('aria-expanded'));
  for (let row = 0; row < 2; row += 1) {
    if ((await expanded()) === 'false') {
      await page.keyboard.press('ArrowRight');
      await until('the row to be expanded', async () => (await expanded()) !== 'false');
      await pane.locator('.codicon-tree-item-loading').first().waitFor({ state: 'detached' });
    }
    await page.keyboard.press('ArrowDown');
  }
}
