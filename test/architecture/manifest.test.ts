// Tests that package.json and the code use the same ids.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { VIEW_NAMES } from '../../src/tree/node.ts';
import { COMMANDS, CONTEXT_KEYS, PANELS, VIEWS } from '../../src/workbench/contributions.ts';
import { contributionsFile, contributionsText } from '../support/contributions.ts';
import { root } from '../support/setup/paths.mjs';
import { manifest } from './manifest.ts';
import { filesBelow } from './sources.ts';

const {
  commands,
  menus = {},
  submenus = [],
  keybindings = [],
  viewsContainers = {},
  views = {},
  viewsWelcome = [],
  walkthroughs = [],
} = manifest.contributes;
const workbench = filesBelow('src/workbench', '.ts')
  .map(({ text }) => text)
  .join('\n');
/** The ids of the trees, which are registered by their names in VIEW_NAMES. */
const treeNames = VIEW_NAMES.map((name): string => VIEWS[name]);
const declared = new Set(commands.map(({ command }) => command));
const ours = (id: string): boolean => id.startsWith('contrail.');

/** The commands that a Markdown text links. */
function linked(markdown: string): string[] {
  return [...markdown.matchAll(/\(command:([\w.-]+)/g)].map(([, id]) => id ?? '');
}

describe('contributions.ts', () => {
  it('equals the output of `npm run contributions`', () => {
    expect(readFileSync(contributionsFile, 'utf8')).toBe(contributionsText());
  });

  it('is the only file of src that contains an id of package.json', () => {
    const ids = new Set<string>([
      ...Object.values(COMMANDS),
      ...Object.values(VIEWS),
      ...Object.values(PANELS),
      ...Object.values(CONTEXT_KEYS),
    ]);
    const spelled = filesBelow('src', '.ts', '.tsx')
      .filter(({ path }) => path !== 'src/workbench/contributions.ts')
      .flatMap(({ path, text }) =>
        [...text.matchAll(/['"`](contrail\.[\w.]+)['"`]/g)].map(([, id = '']) => ({ path, id })),
      )
      .filter(({ id }) => ids.has(id));
    expect(spelled).toEqual([]);
  });
});

describe('A command', () => {
  it('is declared once, in the category Contrail', () => {
    expect(declared.size).toBe(commands.length);
    expect(commands.filter(({ category }) => category !== 'Contrail').map(({ command }) => command)).toEqual([]);
  });

  it('is declared if a menu, a keybinding or a text refers to it', () => {
    const entries = Object.values(menus).flat();
    const named = [
      ...entries.flatMap(({ command }) => (command === undefined ? [] : [command])),
      ...keybindings.map(({ command }) => command),
      ...viewsWelcome.flatMap(({ contents }) => linked(contents)),
      ...walkthroughs.flatMap(({ steps }) => steps.flatMap(({ description }) => linked(description))),
    ];
    expect(named.filter((id) => ours(id) && !declared.has(id))).toEqual([]);
    const known = new Set(submenus.map(({ id }) => id));
    expect(entries.flatMap(({ submenu }) => (submenu === undefined || known.has(submenu) ? [] : [submenu]))).toEqual(
      [],
    );
  });
});

describe('A row action', () => {
  /** The code that assigns a command to each row, which Enter runs. */
  const ofRows = readFileSync(join(root, 'src', 'workbench', 'features', 'tree', 'provider.ts'), 'utf8');
  const isHidden = (id: string): boolean =>
    menus['commandPalette']?.some(({ command, when }) => command === id && when === 'false') ?? false;
  const inMenu = (menu: string): string[] =>
    (menus[menu] ?? []).flatMap(({ command, submenu }) => (submenu === undefined ? (command ?? []) : inMenu(submenu)));
  const isKeyed = (id: string): boolean =>
    keybindings.some(({ command }) => command === id) ||
    ofRows.includes(`command: COMMANDS.${id.replace('contrail.', '')}`);

  it('is available from the keyboard: in the Command Palette, by a keybinding, or by Enter on the row', () => {
    const actions = [...new Set([...inMenu('view/item/context'), ...inMenu('view/title')])];
    expect(actions.length).toBeGreaterThan(20);
    expect(actions.filter((id) => ours(id) && isHidden(id) && !isKeyed(id))).toEqual([]);
  });
});

describe('A view', () => {
  const known = new Set(Object.values(views).flatMap((group) => group.map(({ id }) => id)));

  it('is in a container that exists', () => {
    const containers = Object.values(viewsContainers).flatMap((group) => group.map(({ id }) => id));
    expect(Object.keys(views).filter((container) => !containers.includes(container))).toEqual([]);
  });

  it('is declared if welcome content or a when clause refers to it', () => {
    const conditions = [...Object.values(menus).flat(), ...keybindings, ...viewsWelcome]
      .map(({ when = '' }) => when)
      .join('\n');
    const named = [...conditions.matchAll(/\b(?:view|focusedView) [=!]= '?([\w.-]+)/g)].map(([, id]) => id ?? '');
    expect([...viewsWelcome.map(({ view }) => view), ...named].filter((id) => !known.has(id))).toEqual([]);
  });

  it('is used by src/workbench', () => {
    const used = (id: string): boolean =>
      workbench.includes(`VIEWS.${id.replace('contrail.', '')}`) || treeNames.includes(id);
    expect([...known].filter((id) => !used(id))).toEqual([]);
  });
});

describe('package.json', () => {
  it('refers only to existing files', () => {
    const icons = [...Object.values(viewsContainers).flat(), ...Object.values(views).flat()].flatMap(({ icon }) =>
      icon === undefined ? [] : [icon],
    );
    expect(icons.filter((icon) => !icon.startsWith('$(') && !existsSync(join(root, icon)))).toEqual([]);
    expect(manifest.main).toBe('./dist/extension.cjs');
  });
});
