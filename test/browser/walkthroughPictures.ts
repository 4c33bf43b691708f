// Draws the pictures of the walkthroughs: parts of a real window as SVG, in the colors of the user's theme.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ICON_SHEET } from '../../src/build/icons.ts';
import { succeedsBeforeTimeout } from '../support/playwrightTimeout.ts';
import type { Theme } from '../support/settings.ts';
import { root, scratchFolder } from '../support/setup/paths.mjs';
import { until } from '../support/until.ts';
import type { Workbench } from '../support/workbench.ts';
import { type Drawing, type DrawnElement, readDrawing } from './drawnElements.ts';
import { openSampleWindow } from './sampleWindow.ts';
import { createSampleRepository } from './storyPictures.ts';

/** The variables that are preferred where several have the same color in both themes. */
const PREFERRED = [
  'editor-background',
  'sideBar-background',
  'quickInput-background',
  'editorWidget-background',
  'foreground',
  'editor-foreground',
  'sideBar-foreground',
  'descriptionForeground',
  'input-background',
  'input-border',
  'textLink-foreground',
];
/** Widgets have a shadow, which is not drawn, so their edge is. */
const EDGE = 'var(--vscode-widget-border, var(--vscode-contrastBorder, transparent))';

const ICON_RULE = /\.codicon-([\w-]+):before \{ content: "\\([0-9a-f]+)" \}/g;

/** The markup of each icon's shapes, by character. Icons are drawn on 16 by 16 units. */
function iconShapes(): (character: string) => string | undefined {
  const icons = join(root, 'node_modules/@vscode/codicons/src/icons');
  const files = new Map<string, string>();
  for (const [, name, hex = ''] of readFileSync(join(root, ICON_SHEET), 'utf8').matchAll(ICON_RULE)) {
    const file = join(icons, `${name}.svg`);
    // Other names of an icon have no file.
    if (existsSync(file)) files.set(String.fromCodePoint(Number.parseInt(hex, 16)), file);
  }
  const sector = ['v-4.2a4.2 4.2 0 0 1 4.2 4.2z', 'v-4.2a4.2 4.2 0 0 1 0 8.4z', 'v-4.2a4.2 4.2 0 1 1-4.2 4.2z'];
  return (character) => {
    const quarters = (character.codePointAt(0) ?? 0) - 0xe0_01;
    // The icons of started states are in a font of Contrail.
    if (sector[quarters] !== undefined)
      return `<path fill-rule="evenodd" d="M8 1a7 7 0 1 0 0 14a7 7 0 1 0 0-14zM8 2a6 6 0 1 1 0 12a6 6 0 1 1 0-12zM8 8${sector[quarters]}"/>`;
    const file = files.get(character);
    if (file === undefined) return undefined;
    const svg = readFileSync(file, 'utf8');
    return svg.replaceAll(/<\/?svg[^>]*>|\s(?:fill|width|height|xmlns)="[^"]*"|\n/g, '').trim();
  };
}

/** Returns the variable of the theme that has the color of an element in both themes; else undefined. */
function variableOf(colors: readonly [string, string], [light, dark]: readonly [Drawing, Drawing]): string | undefined {
  const names = Object.keys(light.themeColors).filter(
    (name) => light.themeColors[name] === colors[0] && dark.themeColors[name] === colors[1],
  );
  const rank = (name: string): number => (PREFERRED.indexOf(name) + PREFERRED.length + 1) % (PREFERRED.length + 1);
  return names.toSorted((one, other) => rank(one) - rank(other) || one.length - other.length)[0];
}

function escapeMarkup(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}

/** Returns the SVG of what both drawings show, one in a light and one in a dark theme. */
function toSvg(drawings: readonly [Drawing, Drawing]): string {
  const [light, dark] = drawings;
  const shapesOf = iconShapes();
  const paint = (one: string, other: string, fallback: string): string => {
    if (one === '' || other === '') return 'none';
    const name = variableOf([one, other], drawings);
    return name === undefined ? fallback : `var(--vscode-${name}, ${one})`;
  };
  const darkElements = new Map(dark.elements.map((element) => [placeOf(element), element]));
  const markup = light.elements.map((element) => {
    const other = darkElements.get(placeOf(element));
    // Themes split code in other places. What else only one theme shows is a border of it, or has moved, as the cursor.
    if (other === undefined && element.kind !== 'text') return '';
    return draw(element, other ?? element, paint, shapesOf);
  });
  const box = `viewBox="0 0 ${light.width} ${light.height}" fill="var(--vscode-foreground, #808080)"`;
  const edge = `<rect x=".5" y=".5" width="${light.width - 1}" height="${light.height - 1}" rx="6" fill="none" stroke="${EDGE}"/>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${box} font-family="var(--vscode-font-family, sans-serif)">\n${markup
    .filter((line) => line !== '')
    .join('\n')}\n${edge}\n</svg>\n`;
}

/** Returns the same text for the same element in both themes. */
function placeOf(element: DrawnElement): string {
  const { kind, x, y, width, height } = element;
  return JSON.stringify([
    kind,
    x,
    y,
    width,
    height,
    kind === 'text' ? element.text : kind === 'icon' ? element.character : '',
  ]);
}

type Paint = (light: string, dark: string, fallback: string) => string;

function draw(
  element: DrawnElement,
  other: DrawnElement,
  paint: Paint,
  shapesOf: (character: string) => string | undefined,
): string {
  const { x, y, width, height } = element;
  if (element.kind === 'box' && other.kind === 'box') {
    const fill = paint(element.fill, other.fill, 'none');
    const stroke = paint(element.stroke, other.stroke, 'none');
    if (fill === 'none' && stroke === 'none') return '';
    const corner = element.radius === 0 ? '' : ` rx="${Math.min(element.radius, height / 2)}"`;
    return `<rect x="${x}" y="${y}" width="${width}" height="${height}"${corner} fill="${fill}"${stroke === 'none' ? '' : ` stroke="${stroke}"`}/>`;
  }
  if (element.kind === 'icon' && other.kind === 'icon') {
    const shapes = shapesOf(element.character);
    if (shapes === undefined) return '';
    const fill = paint(element.color, other.color, 'currentColor');
    return `<g transform="translate(${x} ${y})${width === 16 ? '' : ` scale(${width / 16})`}" fill="${fill}">${shapes}</g>`;
  }
  if (element.kind === 'text' && other.kind === 'text') {
    const fill = paint(element.color, other.color, 'var(--vscode-editor-foreground, #808080)');
    const font = `${element.isBold ? ' font-weight="600"' : ''}${element.isCode ? ' font-family="var(--vscode-editor-font-family, monospace)"' : ''}`;
    return `<text x="${x}" y="${y + height / 2}" dominant-baseline="central" font-size="${element.size}" textLength="${width}" lengthAdjust="spacingAndGlyphs" xml:space="preserve"${font} fill="${fill}">${escapeMarkup(element.text)}</text>`;
  }
  return '';
}

/** What a picture shows. `read` brings it up first, for each theme, and `close` removes what stands in the way. */
interface Scene {
  readonly name: string;
  read(workbench: Workbench): Promise<Drawing>;
  close?(workbench: Workbench): Promise<void>;
}

/** The height of a quick input's first rows, which is all that fits beside the text of a step. */
const QUICK_INPUT_HEIGHT = 300;
const VIEW_AREA = { x: 0, y: 0, width: 300, height: 264 } as const;
const EDITOR_AREA = { x: 0, y: 0, width: 560, height: 330 } as const;

async function readQuickInput({ page, quickInput }: Workbench): Promise<Drawing> {
  await quickInput.waitUntilSettled();
  const box = page.locator('.quick-input-widget');
  const { width = 0, height = 0 } = (await box.boundingBox()) ?? {};
  return readDrawing(box, { x: 0, y: 0, width, height: Math.min(height, QUICK_INPUT_HEIGHT) });
}

async function closeQuickInput({ quickInput }: Workbench): Promise<void> {
  await quickInput.escape();
  await quickInput.waitUntilGone();
}

async function chooseItem({ quickInput }: Workbench, identifier: string): Promise<void> {
  await quickInput.waitUntilShown('Find by ID');
  await quickInput.type(identifier);
  await quickInput.row(identifier).waitFor();
  await quickInput.accept();
}

const SCENES: readonly Scene[] = [
  {
    name: 'signIn',
    async read(workbench) {
      await workbench.runCommand('Contrail: Sign In to Plane');
      await workbench.quickInput.waitUntilShown('Paste the address');
      await workbench.quickInput.type('https://plane.example.com/acme/projects/');
      return readQuickInput(workbench);
    },
    close: closeQuickInput,
  },
  {
    name: 'open',
    async read(workbench) {
      const { page } = workbench;
      await workbench.view('Projects').row('Atlas Web').expand();
      await workbench
        .view('Projects')
        .row(/^WEB-1 /)
        .waitUntilShown();
      return readDrawing(page.locator('.part.sidebar .pane-body', { hasText: 'Atlas Web' }), VIEW_AREA);
    },
  },
  {
    name: 'comment',
    async read(workbench) {
      await workbench.runCommand('Contrail: Comment on Work Item…');
      await chooseItem(workbench, 'WEB-7');
      await workbench.quickInput.waitUntilShown('Comment on WEB-7');
      await workbench.quickInput.type('The order is kept now. Please look again, @bruno');
      return readQuickInput(workbench);
    },
    close: async (workbench) => {
      await workbench.quickInput.type('');
      await closeQuickInput(workbench);
    },
  },
  {
    name: 'startWork',
    async read(workbench) {
      await workbench.runCommand('Contrail: Start Work…');
      await chooseItem(workbench, 'WEB-23');
      await workbench.quickInput.waitUntilShown('Start Work on WEB-23');
      await workbench.quickInput.row('Create this branch').waitFor();
      return readQuickInput(workbench);
    },
    close: closeQuickInput,
  },
  {
    name: 'todo',
    async read(workbench) {
      const { page } = workbench;
      await workbench.openFile('dates.js', 1);
      const todo = page.locator('.view-line', { hasText: 'TODO: Write' }).first();
      const fix = page.locator('.action-widget').getByText('Create work item from TODO (Contrail)');
      // An editor that has just become active may ignore keys.
      await until('the quick fix', async () => {
        await todo.click({ position: { x: 60, y: 8 } });
        await page.keyboard.press('Control+.');
        return succeedsBeforeTimeout(fix.waitFor({ timeout: 4_000 }));
      });
      const { x = 0, y = 0 } = (await page.locator('.part.editor .editor-instance').first().boundingBox()) ?? {};
      return readDrawing(page.locator('.monaco-workbench'), { ...EDITOR_AREA, x, y });
    },
    close: async ({ page }) => page.keyboard.press('Escape'),
  },
  {
    name: 'code',
    async read(workbench) {
      const { page } = workbench;
      const thread = page.locator('.review-widget', { hasText: 'WEB-7' });
      if ((await thread.count()) === 0) {
        await workbench.openFile('board.js', 1);
        await page.locator('.view-line', { hasText: 'export' }).first().click();
        await page.keyboard.press('Home');
        await page.keyboard.press('Shift+End');
        await workbench.runCommand('Contrail: Comment with Selected Code…');
        await chooseItem(workbench, 'WEB-7');
        await thread.locator('.comment-form .monaco-editor.focused').waitFor();
        await page.keyboard.type('The order of equal cards is lost here.');
      }
      return readDrawing(page.locator('.part.editor .editor-instance').first(), EDITOR_AREA);
    },
  },
];

async function readScene(workbench: Workbench, scene: Scene, theme: Theme): Promise<Drawing> {
  await workbench.setTheme(theme);
  // A pointer over a row would show its actions.
  await workbench.page.mouse.move(700, 4);
  const drawing = await scene.read(workbench);
  await scene.close?.(workbench);
  return drawing;
}

/** Writes the pictures into the folder. Starts VS Code with the packaged extension. */
export async function drawWalkthroughPictures(folder: string): Promise<void> {
  await using window = await openSampleWindow(join(scratchFolder, 'walkthroughPictures'), {
    prepare: createSampleRepository,
    settings: {
      'editor.minimap.enabled': false,
      'editor.lineNumbers': 'off',
      'contrail.work.worktreeFolder': '/home/ada/${identifier}',
    },
  });
  for (const scene of SCENES) {
    const light = await readScene(window.workbench, scene, 'light');
    const dark = await readScene(window.workbench, scene, 'dark');
    writeFileSync(join(folder, `${scene.name}.svg`), toSvg([light, dark]));
  }
}
