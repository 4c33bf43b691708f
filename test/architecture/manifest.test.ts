// Owns the agreement of the manifest with the code: every id that one of them says is known to the other.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
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
const table = readFileSync(join(root, 'src', 'workbench', 'commands', 'table.ts'), 'utf8');
const workbench = filesBelow('src/workbench', '.ts')
  .map(({ text }) => text)
  .join('\n');
const declared = new Set(commands.map(({ command }) => command));
const ours = (id: string): boolean => id.startsWith('contrail.');

/** The commands behind the links of a text in Markdown. */
function linked(markdown: string): string[] {
  return [...markdown.matchAll(/\(command:([\w.-]+)/g)].map(([, id]) => id ?? '');
}

describe('a command', () => {
  it('stands in the table when the manifest declares it', () => {
    expect([...declared].filter((id) => !table.includes(`'${id}'`))).toEqual([]);
  });

  it('is declared by the manifest when it stands in the table', () => {
    const registered = [...table.matchAll(/id: '(contrail\.[\w.]+)'/g)].map(([, id]) => id ?? '');
    expect(registered).not.toEqual([]);
    expect(registered.filter((id) => !declared.has(id))).toEqual([]);
  });

  it('is declared once, under the category Contrail', () => {
    expect(declared.size).toBe(commands.length);
    expect(commands.filter(({ category }) => category !== 'Contrail').map(({ command }) => command)).toEqual([]);
  });

  it('is known wherever a menu, a key or a text names it', () => {
    const entries = Object.values(menus).flat();
    const named = [
      ...entries.flatMap(({ command }) => (command === undefined ? [] : [command])),
      ...keybindings.map(({ command }) => command),
      ...viewsWelcome.flatMap(({ contents }) => linked(contents)),
      ...walkthroughs.flatMap(({ steps }) => steps.flatMap(({ description }) => linked(description))),
    ];
    expect(named.filter((id) => ours(id) && !declared.has(id))).toEqual([]);
    const known = new Set(submenus.map(({ id }) => id));
    expect(entries.flatMap(({ submenu }) => (submenu === undefined || known.has(submenu) ? [] : [submenu]))).toEqual([]);
  });
});

describe('an action of a row', () => {
  /** What a row does when Enter is pressed on it. */
  const ofRows = readFileSync(join(root, 'src', 'workbench', 'features', 'tree', 'provider.ts'), 'utf8');
  const isHidden = (id: string): boolean =>
    menus['commandPalette']?.some(({ command, when }) => command === id && when === 'false') ?? false;
  const inMenu = (menu: string): string[] =>
    (menus[menu] ?? []).flatMap(({ command, submenu }) => (submenu === undefined ? (command ?? []) : inMenu(submenu)));
  const isKeyed = (id: string): boolean => keybindings.some(({ command }) => command === id) || ofRows.includes(`command: '${id}'`);

  it('is reached by keys alone: from the palette, by a key, or by Enter on the row', () => {
    const actions = [...new Set([...inMenu('view/item/context'), ...inMenu('view/title')])];
    expect(actions.length).toBeGreaterThan(20);
    expect(actions.filter((id) => ours(id) && isHidden(id) && !isKeyed(id))).toEqual([]);
  });
});

describe('a view', () => {
  const known = new Set(Object.values(views).flatMap((group) => group.map(({ id }) => id)));

  it('stands in a container that there is', () => {
    const containers = Object.values(viewsContainers).flatMap((group) => group.map(({ id }) => id));
    expect(Object.keys(views).filter((container) => !containers.includes(container))).toEqual([]);
  });

  it('is known wherever a welcome or a condition names it', () => {
    const conditions = [...Object.values(menus).flat(), ...keybindings, ...viewsWelcome].map(({ when = '' }) => when).join('\n');
    const named = [...conditions.matchAll(/\b(?:view|focusedView) [=!]= '?([\w.-]+)/g)].map(([, id]) => id ?? '');
    expect([...viewsWelcome.map(({ view }) => view), ...named].filter((id) => !known.has(id))).toEqual([]);
  });

  it('is filled by the workbench', () => {
    expect([...known].filter((id) => !workbench.includes(`'${id}'`))).toEqual([]);
  });
});

describe('the manifest', () => {
  it('names files that there are', () => {
    const icons = [...Object.values(viewsContainers).flat(), ...Object.values(views).flat()].flatMap(({ icon }) =>
      icon === undefined ? [] : [icon],
    );
    expect(icons.filter((icon) => !icon.startsWith('$(') && !existsSync(join(root, icon)))).toEqual([]);
    expect(manifest.main).toBe('./dist/extension.cjs');
  });
});
