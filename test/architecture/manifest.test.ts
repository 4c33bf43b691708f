// Tests that package.json and the code use the same ids.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { COMMAND_TABLE } from '../../src/shell/commands/commandTable.ts';
import { COMMANDS, CONTEXT_KEYS, PANELS, VIEWS, WALKTHROUGHS } from '../../src/shell/commands/contributions.ts';
import { VIEW_NAMES } from '../../src/shell/tree/node.ts';
import {
  commandContributions,
  contributionsFile,
  contributionsText,
  shownCommands,
  toolContributions,
} from '../support/contributions.ts';
import { manifestTexts } from '../support/manifest.ts';
import { root } from '../support/setup/paths.mjs';
import { manifest } from './manifest.ts';
import { filesBelow } from './sources.ts';
import { isTrue, parseWhenClause } from './whenClause.ts';

const {
  commands,
  menus = {},
  keybindings = [],
  viewsContainers = {},
  views = {},
  viewsWelcome = [],
  walkthroughs = [],
} = manifest.contributes;
const workbenchSource = filesBelow('src', '.ts')
  .map(({ text }) => text)
  .join('\n');
/** The ids of the tree views. The code refers to these views by their names in VIEW_NAMES, not as `VIEWS.<name>`. */
const treeViewIds = VIEW_NAMES.map((name): string => VIEWS[name]);
const declaredCommands = new Set(commands.map(({ command }) => command));
/** The context while the user edits a text. */
const OPEN_EDITOR = { editorIsOpen: true, editorTextFocus: true, resourceScheme: 'file' };
const isOwnCommand = (id: string): boolean => id.startsWith('contrail.');

/** Returns the ids of the commands that a Markdown text links. */
function linkedCommands(markdown: string): string[] {
  return [...markdown.matchAll(/\(command:([\w.-]+)/g)].map(([, id]) => id ?? '');
}

describe('contributions.ts', () => {
  it('equals the output of `npm run contributions`', () => {
    expect(readFileSync(contributionsFile, 'utf8')).toBe(contributionsText());
  });

  it('and the table of commands are the only files of src that contain an id of package.json', () => {
    const ids = new Set<string>([
      ...Object.values(COMMANDS),
      ...Object.values(VIEWS),
      ...Object.values(PANELS),
      ...Object.values(CONTEXT_KEYS),
    ]);
    // The setting that names the workspace of a folder has the id of the view Workspace.
    ids.delete('contrail.workspace');
    const literalIds = filesBelow('src', '.ts', '.tsx')
      .filter(
        ({ path }) => path !== 'src/shell/commands/contributions.ts' && path !== 'src/shell/commands/commandTable.ts',
      )
      .flatMap(({ path, text }) =>
        [...text.matchAll(/['"`](contrail\.[\w.]+)['"`]/g)].map(([, id = '']) => ({ path, id })),
      )
      .filter(({ id }) => ids.has(id));
    expect(literalIds).toEqual([]);
  });
});

describe('The tools for language models in package.json', () => {
  it('equal the table of tools, with JSON schemas of the inputs (`npm run contributions` updates them)', () => {
    const { contributes } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    expect(contributes.languageModelTools).toEqual(toolContributions());
  });

  it('have an input schema without a property for a URL, a server or a key', () => {
    const names = toolContributions().flatMap((tool) => Object.keys(Object(tool).inputSchema.properties));
    expect(names.length).toBeGreaterThan(30);
    expect(names.filter((name) => /url|uri|server|host|key|token|workspace|account/i.test(name))).toEqual([]);
  });

  it('can be attached to a chat message, and have a name and a description for the user', () => {
    const { languageModelTools } = manifest.contributes;
    expect(languageModelTools.map(({ toolReferenceName }) => toolReferenceName)).toEqual(
      expect.arrayContaining(['getWorkItem', 'searchWorkItems', 'startOrFinishWork']),
    );
    for (const {
      name,
      toolReferenceName,
      canBeReferencedInPrompt,
      displayName,
      userDescription,
    } of languageModelTools) {
      expect([name, canBeReferencedInPrompt]).toEqual([`contrail_${toolReferenceName}`, true]);
      expect([displayName, userDescription]).not.toContain('');
    }
  });

  it('include no tool that deletes records', () => {
    expect(toolContributions().filter((tool) => /delete|remove(?!Assignees|Labels)/i.test(Object(tool).name))).toEqual(
      [],
    );
  });
});

describe('A command', () => {
  it('is declared only once, and in the category Contrail', () => {
    expect(declaredCommands.size).toBe(commands.length);
    expect(commands.filter(({ category }) => category !== 'Contrail').map(({ command }) => command)).toEqual([]);
  });

  it('exists if welcome content or a walkthrough uses it', () => {
    const ids: ReadonlySet<string> = new Set(Object.values(COMMANDS));
    const usedIds = [
      ...viewsWelcome.flatMap(({ contents }) => linkedCommands(contents)),
      ...walkthroughs.flatMap(({ steps }) => steps.flatMap(({ description }) => linkedCommands(description))),
    ];
    expect(usedIds.filter((id) => isOwnCommand(id) && !ids.has(id))).toEqual([]);
  });

  it('is declared with its menus and keys as the table of commands says (`npm run contributions` updates them)', () => {
    const { contributes } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    expect(contributes).toMatchObject(commandContributions());
    expect(Object.keys(contributes.menus)).toEqual(Object.keys(commandContributions().menus));
  });

  it('is enabled only while the user is signed in if it needs a session', () => {
    const needsSession = new Map(
      [...workbenchSource.matchAll(/\[COMMANDS\.(\w+)\]: (signedIn|withSession|alwaysAvailable)\(/g)].map(
        ([, name = '', wrapper]) => [name, wrapper !== 'alwaysAvailable'],
      ),
    );
    expect(needsSession.size).toBe(Object.keys(COMMAND_TABLE).length);
    const enabledWhileSignedOut = shownCommands()
      .filter(([, { enablement = 'true' }]) =>
        isTrue(parseWhenClause(enablement), { ...OPEN_EDITOR, [CONTEXT_KEYS.session]: 'none' }),
      )
      .map(([name]) => name);
    expect(enabledWhileSignedOut.filter((name) => needsSession.get(name) === true)).toEqual([]);
    expect(enabledWhileSignedOut).toContain('signIn');
  });

  it('has a text of at most 16 characters on its button in a title bar', () => {
    const buttonIds = [...(menus['view/title'] ?? []), ...(menus['editor/title'] ?? [])].flatMap(
      ({ command = '', group = '' }) => (group.startsWith('navigation') ? command : []),
    );
    const texts = commands
      .filter(({ command }) => buttonIds.includes(command))
      .map(({ title, shortTitle }) => shortTitle ?? title);
    expect(texts.length).toBeGreaterThan(15);
    expect(texts.filter((text) => text.length > 16 || text.endsWith('…'))).toEqual([]);
  });
});

describe('The first steps', () => {
  it.each([true, false])('offer one button while the user is signed out, with accounts: %s', (hasAccounts) => {
    const shownContents = viewsWelcome.filter(
      ({ view, when = '' }) =>
        view === VIEWS.projects &&
        when.includes("contrail.session == 'none'") &&
        (!when.includes(CONTEXT_KEYS.hasAccounts) || hasAccounts !== when.includes(`!${CONTEXT_KEYS.hasAccounts}`)),
    );
    const buttons = shownContents.flatMap(({ contents }) => contents.match(/^\[[^\]]+\]\([^)]+\)$/gm) ?? []);
    expect(buttons).toHaveLength(1);
  });

  it('include the step Open a Work Item, which is completed when the page of a work item is active', () => {
    const steps = walkthroughs.flatMap(({ steps }) => steps);
    expect(steps.find(({ id }) => id === 'open')?.completionEvents).toEqual([
      `onContext:${CONTEXT_KEYS.pageKind} == workItem`,
    ]);
  });
});

it('Each step of a walkthrough has a picture in the colors of each theme, without styles, which VS Code removes', () => {
  const pictures = new Set(walkthroughs.flatMap(({ steps }) => steps.flatMap(({ media }) => media.svg ?? [])));
  expect(pictures.size).toBe(6);
  const problems = [...pictures].filter((path) => {
    const markup = readFileSync(join(root, path), 'utf8');
    const colors = [...markup.matchAll(/(?:fill|stroke)="([^"]*)"/g)].map(([, color = '']) => color);
    return (
      colors.some((color) => !/^(?:var\(--vscode-|none$|currentColor$)/.test(color)) || /<style|style=/.test(markup)
    );
  });
  expect(problems).toEqual([]);
});

describe('The step that signs in', () => {
  // VS Code ignores an event whose condition holds already when it reads the walkthrough, which may be after the sign-in.
  it.each(['remote', 'local'])(
    'is completed by the session %s, before or after the walkthrough is opened',
    (session) => {
      const events = walkthroughs[0]?.steps[0]?.completionEvents;
      expect(events).toContain(`onContext:${CONTEXT_KEYS.session} == ${session}`);
      expect(events).toContain(`onContext:activeEditor == gettingStartedPage && ${CONTEXT_KEYS.session} == ${session}`);
    },
  );
});

describe('Five Things to Try', () => {
  const [firstWalkthrough, fiveThings, ...otherWalkthroughs] = walkthroughs;

  it('is the second walkthrough, because VS Code opens the first one after the installation', () => {
    expect([firstWalkthrough?.id, fiveThings?.id]).toEqual([WALKTHROUGHS.firstSteps, WALKTHROUGHS.fiveThings]);
    expect(otherWalkthroughs).toEqual([]);
  });

  it('is listed only while the sample workspace is open', () => {
    expect(fiveThings?.when).toBe(`${CONTEXT_KEYS.session} == 'local'`);
  });

  it('has five steps, each with one button whose command completes the step', () => {
    const steps = fiveThings?.steps ?? [];
    expect(steps).toHaveLength(5);
    for (const { id, description, completionEvents } of steps) {
      const button = description.split('\n').at(-1) ?? '';
      expect(button, id).toMatch(/^\[[^\]]+\]\(command:[^\s)]+\)$/);
      expect(completionEvents, id).toEqual(linkedCommands(description).map((command) => `onCommand:${command}`));
    }
  });

  it('passes arguments that its commands read', () => {
    const links = (fiveThings?.steps ?? []).flatMap(({ description }) => [
      ...description.matchAll(/\(command:([\w.]+)\?([^)]+)\)/g),
    ]);
    const linkArguments = links.map(([, id, text = '']) => [id, JSON.parse(decodeURIComponent(text))]);
    expect(linkArguments).toEqual([
      [COMMANDS.openWorkItem, [{ identifier: 'WEB-7' }]],
      [COMMANDS.startWork, [{ identifier: 'WEB-23' }]],
      [COMMANDS.filter, ['is:overdue assignee:me']],
    ]);
  });
});

describe('The sample workspace', () => {
  it('has only one name in the texts of package.json', () => {
    expect(Object.values(manifestTexts()).filter((text) => /local workspace|sample data/i.test(text))).toEqual([]);
  });
});

describe('The Command Palette', () => {
  /** Returns the names of the commands that the palette shows. */
  const shownIn = (context: Readonly<Record<string, unknown>>): string[] =>
    shownCommands()
      .filter(([, { enablement = 'true', palette = 'true' }]) =>
        [enablement, palette].every((clause) => isTrue(parseWhenClause(clause), context)),
      )
      .map(([name]) => name);
  const working = {
    ...OPEN_EDITOR,
    [CONTEXT_KEYS.session]: 'remote',
    [CONTEXT_KEYS.hasAccounts]: true,
    [CONTEXT_KEYS.hasCurrentItem]: true,
  };
  const shownNames = shownIn(working);
  const paletteCommands = commands.filter(({ command }) => shownNames.includes(command.slice('contrail.'.length)));
  const sources = filesBelow('src', '.ts').filter(({ path }) => path !== 'src/shell/commands/contributions.ts');

  it('shows at most 45 commands of Contrail while no page or document of Contrail is open', () => {
    expect(paletteCommands.length).toBeGreaterThan(30);
    expect(paletteCommands.length).toBeLessThanOrEqual(45);
  });

  it('shows commands that need a filter, work or the changes of an agent only while there are some', () => {
    const expectShown = (key: keyof typeof CONTEXT_KEYS, names: readonly string[]): void => {
      const without = shownIn({ ...working, [CONTEXT_KEYS[key]]: false });
      const added = shownIn({ ...working, [CONTEXT_KEYS[key]]: true }).filter((name) => !without.includes(name));
      expect(added, key).toEqual(names);
    };
    expectShown('filtered', ['clearFilter', 'saveView']);
    expectShown('hasCurrentItem', ['stopWork', 'finishWork']);
    expectShown('hasAgentChanges', ['showAgentChanges']);
  });

  it('shows each command that a text of src tells the user to run', () => {
    const titles = new Set(paletteCommands.map(({ title }) => `Contrail: ${title.replace('…', '')}`));
    const named = sources.flatMap(({ text }) =>
      [...text.matchAll(/command "(Contrail: [^"]*)"/g)].map(([, name]) => name),
    );
    expect(named.length).toBeGreaterThan(0);
    expect(named.filter((name = '') => !titles.has(name))).toEqual([]);
  });

  it('shows a user without an account only what needs none', () => {
    const context = { [CONTEXT_KEYS.session]: 'none', [CONTEXT_KEYS.hasAccounts]: false };
    expect(shownIn(context)).toEqual(['signIn', 'openLocalWorkspace', 'drafts', 'showLog', 'connectionReport']);
  });

  it.each([
    ['plane', 'Sign In to Plane'],
    ['sample', 'Open Sample Workspace'],
  ])('finds only one command when the user types “%s”: %s', (word, found) => {
    const titles = paletteCommands.map(({ title }) => title);
    expect(titles.filter((title) => title.toLowerCase().includes(word))).toEqual([found]);
  });

  it('shows keybindings for Go to Work Item and Comment: Ctrl+K and a letter that VS Code itself does not use', () => {
    // The letters that VS Code 1.139 or a built-in extension uses after Ctrl+K without a modifier, on any system.
    const keysOfVsCode = 'cdefimnoprstuvwyz';
    for (const command of ['contrail.goToWorkItem', 'contrail.comment']) {
      const [binding] = keybindings.filter((candidate) => candidate.command === command);
      const [, letter = ''] = /^ctrl\+k ([a-z])$/.exec(binding?.key ?? '') ?? [];
      expect(letter, command).not.toBe('');
      expect(keysOfVsCode, command).not.toContain(letter);
      expect(binding).toMatchObject({ mac: `cmd+k ${letter}`, when: "contrail.session != 'none'" });
    }
  });

  it('hides a command only if another menu or a key can run it, and the others are run by code or a walkthrough', () => {
    const menuCommandIds = new Set(
      Object.entries(menus).flatMap(([menu, entries]) =>
        menu === 'commandPalette' ? [] : entries.flatMap(({ command = '' }) => command),
      ),
    );
    const isRunByCode = (id: string): boolean => {
      const constantPattern = new RegExp(`COMMANDS\\.${id.replace('contrail.', '')}\\b(?!\\]:)`);
      return sources.some(({ text }) => constantPattern.test(text));
    };
    const isReachable = (id: string): boolean =>
      menuCommandIds.has(id) || keybindings.some(({ command }) => command === id);
    const hiddenCommands = shownCommands().flatMap(([name, { palette }]) =>
      palette === 'false' ? `contrail.${name}` : [],
    );
    expect(hiddenCommands.length).toBeGreaterThan(30);
    expect(hiddenCommands.filter((id) => !isReachable(id))).toEqual([]);
    const walkthroughCommands = walkthroughs.flatMap(({ steps }) =>
      steps.flatMap(({ description }) => linkedCommands(description)),
    );
    const internalIds = Object.values(COMMANDS).filter((id) => !declaredCommands.has(id));
    expect(internalIds.filter((id) => !walkthroughCommands.includes(id) && !isRunByCode(id))).toEqual([]);
  });
});

describe('A view of package.json', () => {
  const knownIds = new Set(Object.values(views).flatMap((group) => group.map(({ id }) => id)));

  it('has a keyboard help on Alt+F1 (Linux: also Shift+Alt+F1), and Stickies has its own', () => {
    for (const id of knownIds) {
      for (const [key, isLinux] of [
        ['alt+f1', false],
        ['shift+alt+f1', true],
      ] as const) {
        const active = keybindings
          .filter((binding) => binding.key === key)
          .filter(({ when = 'true' }) => isTrue(parseWhenClause(when), { focusedView: id, isLinux }));
        expect(active.map(({ command, args }) => [command, args])).toEqual([
          [COMMANDS.showViewHelp, id === VIEWS.stickies ? 'stickies' : undefined],
        ]);
      }
    }
  });

  it('has at most three icons in its title bar, or four while a filter is active', () => {
    const icons = (menus['view/title'] ?? []).filter(({ group = '' }) => group.startsWith('navigation'));
    for (const id of knownIds) {
      const viewIcons = icons.filter(({ when = '' }) =>
        new RegExp(`view (?:== |=~ /\\^)${id.replace('.', '\\\\?.')}\\b`).test(when),
      );
      const unfilteredIcons = viewIcons.filter(({ when = '' }) => !when.includes('contrail.filtered'));
      expect(unfilteredIcons.length, id).toBeLessThanOrEqual(3);
      expect(viewIcons.length, id).toBeLessThanOrEqual(4);
    }
    const groupAndSortEntries = (menus['view/title'] ?? []).filter(({ command = '' }) =>
      /\.(?:group|sort)\w*By$/.test(command),
    );
    expect(groupAndSortEntries.map(({ group }) => group?.split('@')[0])).toEqual(['0_view', '0_view']);
  });

  it('is in a view container that package.json declares', () => {
    const containers = Object.values(viewsContainers).flatMap((group) => group.map(({ id }) => id));
    expect(Object.keys(views).filter((container) => !containers.includes(container))).toEqual([]);
  });

  it('is declared if welcome content or a when clause uses the view', () => {
    const conditions = [...Object.values(menus).flat(), ...keybindings, ...viewsWelcome]
      .map(({ when = '' }) => when)
      .join('\n');
    const usedIds = [...conditions.matchAll(/\b(?:view|focusedView) [=!]= '?([\w.-]+)/g)].map(([, id]) => id ?? '');
    expect([...viewsWelcome.map(({ view }) => view), ...usedIds].filter((id) => !knownIds.has(id))).toEqual([]);
  });

  it('is used by src', () => {
    const isUsed = (id: string): boolean =>
      workbenchSource.includes(`VIEWS.${id.replace('contrail.', '')}`) || treeViewIds.includes(id);
    expect([...knownIds].filter((id) => !isUsed(id))).toEqual([]);
  });
});

describe('package.json', () => {
  it('refers only to icon files that exist, and to the built extension', () => {
    const icons = [...Object.values(viewsContainers).flat(), ...Object.values(views).flat()].flatMap(({ icon }) =>
      icon === undefined ? [] : [icon],
    );
    expect(icons.filter((icon) => !icon.startsWith('$(') && !existsSync(join(root, icon)))).toEqual([]);
    expect(manifest.main).toBe('./dist/extension.cjs');
  });

  it('contributes icons with ids of letters and hyphens only, because VS Code shows no others in Markdown', () => {
    const ids = Object.keys(manifest.contributes.icons ?? {});
    expect(ids).not.toEqual([]);
    expect(ids.filter((id) => !/^[a-z-]+$/.test(id))).toEqual([]);
  });
});

describe('A tree row that reports a rejected key', () => {
  it('has no button, because a click on the row signs in again', () => {
    const menuItems = Object.values(menus).flat();
    expect(menuItems.filter(({ when }) => when?.includes('failed.unauthorized'))).toEqual([]);
  });
});
