// `npm run sheet`: takes screenshots of every page, view and picker of the sample workspace in four themes and three
// widths, and shows them in .vscode-test/sheet/index.html. `npm run sheet -- WORD…` takes only the screenshots of
// subjects whose names contain one of the words.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Frame } from 'playwright-core';
import { ItemPage } from './browser/itemPage.ts';
import { takeReadmePictures } from './browser/readmePictures.ts';
import { RecordPage } from './browser/recordPage.ts';
import { OVERVIEWS, openSamplePage, RECORD_PAGES } from './browser/samplePages.ts';
import { openSampleWindow } from './browser/sampleWindow.ts';
import { addSheetData, changeAsOtherUser, createRepository, MENTIONS_FILE, workItemPath } from './sheetData.ts';
import { WINDOW_OPENERS } from './sheetWindows.ts';
import { windowSize } from './support/browser.ts';
import { succeedsBeforeTimeout } from './support/playwrightTimeout.ts';
import { sendRequest } from './support/requests.ts';
import type { Theme } from './support/settings.ts';
import { scratchFolder } from './support/setup/paths.mjs';
import { idOf, type SheetFailure, type SheetPicture, sheetHtml } from './support/sheetHtml.ts';
import { applyTheme, readThemeStyles, THEMES, type ThemeStyles } from './support/themeStyles.ts';
import { until } from './support/until.ts';

/** The widths in CSS pixels: of a page, of the side bar with a view, or of the window with a picker. */
const WIDTHS = [1200, 700, 360] as const;
/** The widths of the side bar. 260 px is close to what a user has. */
const SIDE_BAR_WIDTHS = [...WIDTHS, 260] as const;
/** The height of a page's screenshot, which shows more of the page than a usual window does. */
const PAGE_HEIGHT = 1300;
const WIDE_VIEWPORT = { width: 1400, height: windowSize.height } as const;
/** The width of the side bar beside a picker in a wide window. */
const PICKER_SIDE_BAR_WIDTH = 300;

const VIEWS = ['My Work', 'Inbox', 'Projects', 'Workspace', 'Stickies'] as const;
const PICKERS = [
  'Go to Work Item…',
  'Create…',
  'Edit Project, Cycle or Other…',
  'Change Work Item…',
  'Filter Work Items…',
  'Group Work Items By…',
  'Sort Work Items By…',
  'Start Work…',
  'Switch Account…',
  'Show Overview…',
  'Add Relation…',
] as const;

const folder = join(scratchFolder, 'sheet');
/** The screenshots by the names of their files: a screenshot that is taken again replaces the earlier one. */
const pictures = new Map<string, SheetPicture>();
const failures: SheetFailure[] = [];

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
await using sampleWindow = await openSampleWindow(join(scratchFolder, 'pictures'), {
  otherUser: 'bruno',
  prepare: createRepository,
});
const { workbench, planeServer } = sampleWindow;
await addSheetData(planeServer, sampleWindow.workspace);
const { page, quickInput } = workbench;
const subjectWords = process.argv.slice(2);

/**
 * Runs `work`, which takes the screenshots of a subject. If it fails, the sheet contains the name of the subject and
 * the error, and the screenshots of other subjects are still taken.
 */
async function screenshotSubject(subject: string, work: () => Promise<void>): Promise<void> {
  if (subjectWords.length > 0 && !subjectWords.some((word) => subject.toLowerCase().includes(word.toLowerCase())))
    return;
  try {
    await work();
    process.stdout.write(`${subject}\n`);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    failures.push({ subject, message });
    process.stderr.write(`${subject}: ${message}\n`);
    await page.screenshot({ path: join(folder, `failed-${idOf(subject)}.png`) });
    await page.keyboard.press('Escape');
  }
}

async function screenshot(
  subject: string,
  theme: Theme,
  width: number,
  clip?: { readonly x: number; readonly y: number; readonly width: number; readonly height: number },
): Promise<void> {
  const file = `${idOf(subject)}-${theme}-${width}.png`;
  await movePointerAside();
  await page.screenshot({ path: join(folder, file), animations: 'disabled', ...(clip === undefined ? {} : { clip }) });
  pictures.set(file, { subject, theme, width, file });
}

/** Moves the pointer to the edge of the title bar, where it shows no tooltip and closes no hover. */
async function movePointerAside(): Promise<void> {
  await page.mouse.move((page.viewportSize() ?? WIDE_VIEWPORT).width - 1, 4);
}

/**
 * Takes a screenshot of the page in each width and theme. Resizes the window so that the page has the width. Then scrolls
 * `part` into view, or calls `prepare`.
 */
async function screenshotPage(
  subject: string,
  frame: Frame,
  themes: readonly ThemeStyles[],
  part?: string,
  prepare?: () => Promise<void>,
): Promise<void> {
  const element = await frame.parentFrame()?.frameElement();
  for (const width of WIDTHS) {
    const currentWidth = await frame.evaluate(() => window.innerWidth);
    const size = page.viewportSize() ?? WIDE_VIEWPORT;
    await page.setViewportSize({ width: size.width + width - currentWidth, height: PAGE_HEIGHT });
    await until(`a page of ${width} px`, async () => (await frame.evaluate(() => window.innerWidth)) === width);
    if (part !== undefined) await frame.locator(part).evaluate((element) => element.scrollIntoView({ block: 'end' }));
    await prepare?.();
    for (const styles of themes) {
      await applyTheme(frame, styles);
      await screenshot(subject, styles.theme, width, (await element?.boundingBox()) ?? undefined);
    }
  }
  await page.setViewportSize({ ...WIDE_VIEWPORT, height: PAGE_HEIGHT });
}

/** Gives the side bar a width by dragging its edge, as a user does. */
async function resizeSideBar(width: number): Promise<void> {
  const sideBar = page.locator('.part.sidebar');
  await until(`a side bar of ${width} px`, async () => {
    const box = await sideBar.boundingBox();
    if (box === null || Math.abs(box.width - width) <= 1) return box !== null;
    await page.mouse.move(box.x + box.width, 500);
    await page.mouse.down();
    await page.mouse.move(box.x + width, 500, { steps: 4 });
    await page.mouse.up();
    return false;
  });
}

/** Removes the focus from the element that has it. */
async function blur(frame: Frame): Promise<void> {
  await frame.evaluate(() => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  });
}

async function screenshotPages(): Promise<void> {
  await workbench.view('Projects').row('Atlas Web').expand();
  const openItem = async (identifier: string): Promise<ItemPage> => {
    await workbench
      .view('Projects')
      .row(new RegExp(`^${identifier} `))
      .locator.dblclick();
    return ItemPage.waitFor(workbench, identifier);
  };
  const goToItem = async (identifier: string): Promise<ItemPage> => {
    await workbench.runCommand('Contrail: Go to Work Item…');
    await quickInput.waitUntilShown('Find by ID');
    await quickInput.type(identifier);
    await quickInput.pick(identifier);
    return ItemPage.waitFor(workbench, identifier);
  };
  // The inbox lists what has changed since the work items were loaded.
  await workbench
    .view('Projects')
    .row(/^WEB-28 /)
    .waitUntilShown();
  await changeAsOtherUser(planeServer);
  await workbench.view('Projects').clickTitleAction('Refresh');
  const item = await openItem('WEB-1');
  const { frame, comments } = item;
  await comments.first().waitFor();
  const themes = await readThemeStyles(workbench, frame);
  await screenshotSubject('Page: work item', () => screenshotPage('Page: work item', frame, themes));
  await screenshotSubject('Page: work item with a list open', async () => {
    const option = frame.locator('[role=option]').first();
    const closeList = async (): Promise<void> => {
      if (await option.isVisible()) await frame.locator('.picker-filter').press('Escape');
      await option.waitFor({ state: 'hidden' });
    };
    // A page that is resized closes its list. A narrow page opens it with a chip.
    await screenshotPage('Page: work item with a list open', frame, themes, undefined, async () => {
      await closeList();
      const chip = frame.locator('[data-chip=state]');
      await ((await chip.isVisible()) ? chip : frame.locator('[data-field=state] .opener')).click();
      await option.waitFor();
    });
    await closeList();
    await blur(frame);
  });
  await screenshotSubject('Page: end of a work item', () =>
    screenshotPage('Page: end of a work item', frame, themes, 'body'),
  );
  await screenshotSubject('Page: work item with its description being edited', async () => {
    const toolbar = item.field('description_html').locator('.toolbar');
    await item.description.press('Enter');
    await toolbar.waitFor();
    await screenshotPage('Page: work item with its description being edited', frame, themes, undefined, () =>
      toolbar.evaluate((element) => element.scrollIntoView({ block: 'center' })),
    );
    await item.description.press('Escape');
    await blur(frame);
  });
  await screenshotSubject('Page: work item with a comment being written', async () => {
    await item.showChanges();
    await item.write(item.composer, 'Ask **Elif** about');
    await screenshotPage('Page: work item with a comment being written', frame, themes, '.composer');
  });
  await screenshotSubject('Page: work item with unsaved text and a conflict', async () => {
    const editedItemPage = await openItem('WEB-9');
    await editedItemPage.write(editedItemPage.description, ' in every column');
    await editedItemPage.name.fill('Scroll large boards smoothly');
    await sendRequest(planeServer, 'PATCH', workItemPath(9), { name: 'Scroll boards with many cards smoothly' });
    await editedItemPage.frame.getByTestId('save').click();
    await editedItemPage.frame.locator('[data-conflict]').first().waitFor();
    await screenshotPage('Page: work item with unsaved text and a conflict', editedItemPage.frame, themes);
  });
  await screenshotSubject('Page: deleted work item', async () => {
    const deletedItemPage = await openItem('WEB-7');
    await deletedItemPage.name.fill('Board flickers while a colleague moves a card');
    await sendRequest(planeServer, 'DELETE', workItemPath(7));
    await deletedItemPage.frame.getByTestId('save').click();
    await deletedItemPage.frame.getByTestId('create-again').waitFor();
    await screenshotPage('Page: deleted work item', deletedItemPage.frame, themes);
  });
  await screenshotSubject('Page: work item with a parent', async () => {
    const { frame: childFrame } = await goToItem('WEB-4');
    await childFrame.getByTestId('open-parent').waitFor();
    await screenshotPage('Page: work item with a parent', childFrame, themes);
  });
  await screenshotSubject('Page: read-only work item', async () => {
    const readOnlyPage = await goToItem('NOTES-127');
    await readOnlyPage.frame.getByTestId('read-only').waitFor();
    await screenshotPage('Page: read-only work item', readOnlyPage.frame, themes);
  });
  await screenshotSubject('Page: new work item', async () => {
    await workbench.view('Projects').row('Atlas Web').clickInlineAction('Create Work Item');
    const newItemPage = await RecordPage.ofNewItem(workbench);
    await screenshotPage('Page: new work item', newItemPage.frame, themes);
  });
  for (const record of RECORD_PAGES)
    await screenshotSubject(`Page: ${record.caption}`, async () => {
      await openSamplePage(workbench, record);
      const { frame: recordFrame } = await RecordPage.waitFor(workbench, record.caption);
      await screenshotPage(`Page: ${record.caption}`, recordFrame, themes);
    });
  for (const overview of OVERVIEWS)
    await screenshotSubject(`Overview: ${overview.caption}`, async () => {
      await openSamplePage(workbench, overview);
      const overviewFrame = await workbench.webview('.overview h1', overview.caption);
      await overviewFrame.locator('.charts').waitFor();
      await screenshotPage(`Overview: ${overview.caption}`, overviewFrame, themes);
    });
}

async function screenshotViews(theme: Theme): Promise<void> {
  await workbench.runCommand('Contrail: Group Work Items By…');
  await quickInput.pick('State');
  await quickInput.waitUntilGone();
  await page.setViewportSize({ width: 1700, height: WIDE_VIEWPORT.height });
  for (const name of VIEWS)
    await screenshotSubject(`View: ${name}`, async () => {
      await openOnlyView(name);
      await screenshotSideBar(`View: ${name}`, theme);
    });
  await screenshotSubject('View: no work item matches the filter', async () => {
    const projects = workbench.view('Projects');
    await openOnlyView('Projects');
    await workbench.runCommand('Contrail: Filter Work Items…');
    await quickInput.waitUntilShown('Filter by words');
    await quickInput.type('no such title');
    await until('the filter to be named', async () => (await projects.message()).includes('no such title'));
    await quickInput.escape();
    await quickInput.waitUntilGone();
    await projects.row('No matches').waitUntilShown();
    await screenshotSideBar('View: no work item matches the filter', theme);
    await projects.clickTitleAction('Clear Filter');
  });
}

/** Expands a view and collapses the other views, so that the view has the whole height of the side bar. */
async function openOnlyView(name: (typeof VIEWS)[number]): Promise<void> {
  await workbench.view(name).open();
  for (const otherName of VIEWS) if (otherName !== name) await workbench.view(otherName).close();
}

/**
 * Closes what earlier subjects have opened, so that the first theme does not show other tabs and views than the later
 * themes.
 */
async function restoreWindow(): Promise<void> {
  await page.setViewportSize(WIDE_VIEWPORT);
  if ((await workbench.tabs()).length > 0) {
    await workbench.runCommand('View: Close All Editors');
    await until('all tabs to be closed', async () => (await workbench.tabs()).length === 0);
  }
  for (const name of VIEWS) await workbench.view(name).show();
}

/** Takes a screenshot of the side bar in each width. */
async function screenshotSideBar(subject: string, theme: Theme): Promise<void> {
  // The header of the view that was collapsed last has the focus.
  await blur(page.mainFrame());
  for (const width of SIDE_BAR_WIDTHS) {
    await resizeSideBar(width);
    const clip = await page.locator('.part.sidebar').boundingBox();
    await screenshot(subject, theme, width, clip ?? undefined);
  }
}

/** Signs out and takes screenshots of what the views show then. */
async function screenshotSignedOutViews(): Promise<void> {
  await screenshotSubject('View: signed out', async () => {
    // With one account, the command asks nothing.
    await workbench.runCommand('Contrail: Sign Out…');
    await workbench.view('Projects').welcome();
    await page.setViewportSize({ width: 1700, height: WIDE_VIEWPORT.height });
    for (const theme of THEMES) {
      await workbench.setTheme(theme);
      await screenshotSideBar('View: signed out', theme);
    }
  });
}

/** Opens a picker, takes a screenshot of it in each width, and closes the picker. */
async function screenshotPicker(subject: string, theme: Theme, open: () => Promise<void>): Promise<void> {
  await screenshotSubject(`Picker: ${subject}`, async () => {
    await page.setViewportSize(WIDE_VIEWPORT);
    // A narrow window makes the side bar narrower, and some pickers open a view.
    await openOnlyView('Projects');
    await resizeSideBar(PICKER_SIDE_BAR_WIDTH);
    try {
      await open();
      await quickInput.waitUntilSettled();
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: WIDE_VIEWPORT.height });
        await screenshot(`Picker: ${subject}`, theme, width);
      }
    } finally {
      await quickInput.escape();
      await quickInput.waitUntilGone();
    }
  });
}

/** The later steps of pickers. Each function opens a picker at its first step and continues to a later step. */
const PICKER_OPENERS: Readonly<Record<string, () => Promise<void>>> = {
  'sign-in, address': async () => {
    await workbench.runCommand('Contrail: Sign In to Plane');
    await quickInput.waitUntilShown('Paste the address');
    // The box contains the address of the last sign-in. Without it, the box shows its placeholder.
    await quickInput.type('');
  },
  'sign-in, key': async () => {
    await workbench.runCommand('Contrail: Sign In to Plane');
    await quickInput.waitUntilShown('Paste the address');
    await quickInput.accept('https://app.plane.so/acme');
    await quickInput.waitUntilShown('API key for app.plane.so');
  },
  'filter by state': async () => {
    await workbench.runCommand('Contrail: Filter Work Items…');
    await quickInput.row('State…').waitFor();
    await quickInput.pick('State…');
    await quickInput.row('In Progress').waitFor();
  },
  'filter with two presets': async () => {
    await workbench.runCommand('Contrail: Filter Work Items…');
    await quickInput.row('Assigned to Me').waitFor();
    await quickInput.pick('Assigned to Me');
    await quickInput.row('Clear Filter').waitFor();
    await quickInput.pick('Open');
  },
  'view to save': async () => {
    await workbench.view('My Work').open();
    await workbench.view('My Work').clickTitleAction('Save View');
    await quickInput.waitUntilShown('Save View');
    await quickInput.button('Edit Filter').click();
    await quickInput.waitUntilShown('For example');
    await quickInput.type('is:open prioritty:urgent');
  },
  'state of a work item': async () => {
    await workbench.runCommand('Contrail: Change Work Item…');
    await quickInput.row('WEB-5').waitFor();
    await quickInput.pick('WEB-5');
    await quickInput.row('Change State').waitFor();
    await quickInput.pick('Change State');
    await quickInput.row('In Review').waitFor();
  },
  'due date': async () => {
    await workbench.runCommand('Contrail: Change Work Item…');
    await quickInput.row('WEB-5').waitFor();
    await quickInput.pick('WEB-5');
    await quickInput.row('Change Due Date').waitFor();
    await quickInput.pick('Change Due Date');
    await quickInput.row('Next Monday').waitFor();
  },
  'type of a relation': async () => {
    await workbench.runCommand('Contrail: Add Relation…');
    await quickInput.row('WEB-5').waitFor();
    await quickInput.pick('WEB-5');
    await quickInput.row('Is blocked by').waitFor();
  },
  link: async () => {
    await workbench.runCommand('Contrail: Add Link…');
    await quickInput.row('WEB-5').waitFor();
    await quickInput.pick('WEB-5');
    await quickInput.waitUntilShown('Add Link');
  },
  comment: async () => {
    await workbench.runCommand('Contrail: Comment on Work Item…');
    await quickInput.row('WEB-5').waitFor();
    await quickInput.pick('WEB-5');
    await quickInput.waitUntilShown('Comment');
  },
  'commands of Contrail': async () => {
    await page.keyboard.press('F1');
    await quickInput.waitUntilShown();
    await quickInput.type('>Contrail');
    await quickInput.row('Contrail: Filter Work Items…').waitFor();
  },
  'plan of Start Work': async () => {
    await workbench.runCommand('Contrail: Start Work…');
    await quickInput.row('WEB-5').waitFor();
    await quickInput.pick('WEB-5');
    await quickInput.waitUntilShown('Start Work on WEB-5');
  },
  'steps of Finish Work': async () => {
    await workbench.runCommand('Contrail: Start Work…');
    await quickInput.row('WEB-9').waitFor();
    await quickInput.pick('WEB-9');
    await quickInput.waitUntilShown('Start Work on WEB-9');
    await quickInput.accept();
    await workbench.toast('Started work on WEB-9');
    await workbench.clearToasts();
    await workbench.runCommand('Contrail: Finish Work…');
    await quickInput.waitUntilShown('Finish Work on WEB-9');
  },
  drafts: async () => {
    await workbench.runCommand('Contrail: Show Drafts');
    await quickInput.waitUntilShown('Drafts');
  },
};

/** Takes screenshots of the comments at the lines of a file, and of the hover of an identifier. */
async function screenshotCode(theme: Theme): Promise<void> {
  // Beside the side bar, a window of 360 px has no room for the editor.
  await page.keyboard.press('Control+B');
  await screenshotSubject('Code: comment thread', async () => {
    await page.setViewportSize(WIDE_VIEWPORT);
    await openFile('greeting.py');
    await page.locator('.editor-instance .view-line').first().click();
    // Alt+F9 finds only threads that start after the cursor, and never one on the first line.
    await page.keyboard.press('Control+End');
    const thread = page.locator('.review-widget', { hasText: 'WEB-1' });
    // The comment thread appears some time after the file was opened.
    await until('the thread', async () => {
      await page.keyboard.press('Shift+Alt+F9');
      return thread.waitFor({ timeout: 2_000 }).then(
        () => true,
        () => false,
      );
    });
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: WIDE_VIEWPORT.height });
      await screenshot('Code: comment thread', theme, width);
    }
    await page.keyboard.press('Escape');
  });
  await screenshotSubject('Code: hover of an identifier', async () => {
    await page.setViewportSize(WIDE_VIEWPORT);
    await openFile(MENTIONS_FILE);
    await page.locator('.editor-instance .detected-link', { hasText: 'WEB-1' }).waitFor();
    const hover = page.locator('.monaco-hover:visible', { hasText: 'In Progress' }).first();
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: WIDE_VIEWPORT.height });
      // The hover keeps its size when the window is resized, so it is opened again.
      await page.keyboard.press('Escape');
      // VS Code may close the hover while it is resizing the editor, also between the check and the screenshot.
      await until('a screenshot of the hover', async () => {
        await page.locator('.editor-instance .view-line').first().click();
        await page.keyboard.press('Home');
        await movePointerAside();
        // The keys of Show or Focus Hover: the command palette would move the pointer and the focus.
        await page.keyboard.press('Control+K');
        await page.keyboard.press('Control+I');
        if (!(await succeedsBeforeTimeout(hover.waitFor({ timeout: 3_000 })))) return false;
        await screenshot('Code: hover of an identifier', theme, width);
        return hover.isVisible();
      });
    }
    await page.keyboard.press('Escape');
  });
  await page.setViewportSize(WIDE_VIEWPORT);
  await page.keyboard.press('Control+B');
}

async function openFile(name: string): Promise<void> {
  await page.keyboard.press('Control+P');
  await quickInput.type(name);
  // Until VS Code has filtered the list, it shows the most recently opened files.
  await until(`${name} to be selected`, async () => (await quickInput.focusedRowLabel())?.includes(name) === true);
  await quickInput.accept();
  await page.locator('.tabs-container .tab.active', { hasText: name }).waitFor();
}

/** Takes screenshots of the window with what a command has opened. Closes it afterwards. */
async function screenshotWindows(theme: Theme): Promise<void> {
  for (const [subject, open] of Object.entries(WINDOW_OPENERS))
    await screenshotSubject(`Window: ${subject}`, async () => {
      await restoreWindow();
      await open(workbench, planeServer);
      for (const width of [WIDTHS[0], WIDTHS[1]]) {
        await page.setViewportSize({ width, height: WIDE_VIEWPORT.height });
        await screenshot(`Window: ${subject}`, theme, width);
      }
      await page.keyboard.press('Escape');
      // A document without a file would ask whether to save it.
      if ((await workbench.tabs()).length > 0) await workbench.runCommand('View: Revert and Close Editor');
    });
}

/** Takes screenshots of the page of a work item that was not opened before, while the server cannot be reached. */
async function screenshotOfflinePage(): Promise<void> {
  await screenshotSubject('Page: work item without a connection', async () => {
    await restoreWindow();
    const projects = workbench.view('Projects');
    await openOnlyView('Projects');
    await planeServer.stop();
    await projects.row(/^WEB-25 /).locator.dblclick();
    const { frame } = await ItemPage.waitFor(workbench, 'WEB-25');
    await frame.getByText('The comments could not be loaded.').waitFor();
    await screenshotPage('Page: work item without a connection', frame, await readThemeStyles(workbench, frame));
  });
}

async function screenshotPickers(theme: Theme): Promise<void> {
  for (const title of PICKERS)
    await screenshotPicker(title, theme, async () => {
      await workbench.runCommand(`Contrail: ${title}`);
      // The palette, whose text starts with `>`, is still shown for a moment.
      await until(
        `the picker ${title}`,
        async () => (await quickInput.opensWithin(2_000)) && !(await quickInput.typedText()).startsWith('>'),
      );
    });
  await page.setViewportSize(WIDE_VIEWPORT);
}

await screenshotPages();
for (const theme of THEMES) {
  await workbench.setTheme(theme);
  await restoreWindow();
  await screenshotViews(theme);
  await screenshotPickers(theme);
  for (const [subject, open] of Object.entries(PICKER_OPENERS)) await screenshotPicker(subject, theme, open);
  // The presets stay active when their picker is closed.
  await screenshotSubject('Picker: filter with two presets', () =>
    workbench.view('Projects').clickTitleAction('Clear Filter'),
  );
  await screenshotCode(theme);
  await screenshotWindows(theme);
}
await screenshotOfflinePage();
await screenshotSignedOutViews();
await screenshotSubject('README', async () => {
  for (const { name, theme, file } of await takeReadmePictures(folder))
    pictures.set(file, { subject: `README: ${name}`, theme, width: WIDE_VIEWPORT.width, file });
});
writeFileSync(join(folder, 'index.html'), sheetHtml([...pictures.values()], failures));
process.stdout.write(`${pictures.size} pictures: ${join(folder, 'index.html')}\n`);
process.exitCode = failures.length > 0 ? 1 : 0;
