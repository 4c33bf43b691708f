// Generates src/shell/commands/contributions.ts, with the ids of commands and of package.json as constants, and in
// package.json the commands with their menus and keys, and the tools for language models.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { AGENT_TOOLS } from '../../src/agents/run/toolTable.ts';
import {
  COMMAND_TABLE,
  type CommandRow,
  type ShownCommand,
  SIGNED_IN,
  SUBMENUS,
} from '../../src/shell/commands/commandTable.ts';
import { root } from './setup/paths.mjs';

interface Manifest {
  readonly activationEvents: readonly string[];
  readonly contributes: {
    readonly views: Readonly<Record<string, readonly { readonly id: string }[]>>;
    readonly walkthroughs: readonly { readonly id: string }[];
  };
}

export const contributionsFile = join(root, 'src', 'shell', 'commands', 'contributions.ts');

/** Returns the source text of contributions.ts. */
export function contributionsText(): string {
  const manifest: Manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const { views, walkthroughs } = manifest.contributes;
  const viewIds = Object.values(views).flatMap((group) => group.map(({ id }) => id));
  const panels = manifest.activationEvents.flatMap((event) => /^onWebviewPanel:(.+)$/.exec(event)?.[1] ?? []);
  return [
    '// Generated from commands/commandTable.ts and package.json by `npm run contributions`. Do not edit.',
    '',
    constantDeclaration('COMMANDS', Object.keys(COMMAND_TABLE).map(commandId)),
    'export type CommandId = (typeof COMMANDS)[keyof typeof COMMANDS];',
    '',
    constantDeclaration('VIEWS', viewIds),
    '',
    constantDeclaration('PANELS', panels),
    '',
    constantDeclaration(
      'WALKTHROUGHS',
      walkthroughs.map(({ id }) => id),
    ),
    '',
    '/** The tools for language models. */',
    'export const TOOLS = {',
    ...Object.keys(AGENT_TOOLS)
      .toSorted()
      .map((name) => `  ${shortName(name)}: '${name}',`),
    '} as const;',
    '',
    '/** The context keys in the `when` conditions of menus, views and key bindings. */',
    constantDeclaration('CONTEXT_KEYS', contextKeys(manifest.contributes, viewIds)),
    '',
  ].join('\n');
}

/** Returns the commands of the table that package.json contains. */
export function shownCommands(): readonly (readonly [name: string, command: ShownCommand])[] {
  return Object.entries<CommandRow>(COMMAND_TABLE).flatMap(([name, row]) =>
    'isInternal' in row ? [] : [[name, { enablement: SIGNED_IN, ...row }]],
  );
}

/** Returns `commands`, `submenus`, `menus` and `keybindings` of `contributes` in package.json. */
export function commandContributions() {
  const menus: Record<string, object[]> = {};
  const addTo = (menu: string, entry: object): void => void (menus[menu] ??= []).push(entry);
  for (const [name, places] of Object.entries(SUBMENUS))
    for (const { menu, ...place } of places) addTo(menu, { submenu: `contrail.${name}`, ...place });
  for (const [name, { palette, places = [] }] of shownCommands()) {
    const command = commandId(name);
    if (palette !== undefined) addTo('commandPalette', { command, when: palette });
    for (const { menu, ...place } of places) addTo(menu, { command, ...place });
  }
  return {
    commands: shownCommands().map(([name, { icon, hasShortTitle, enablement }]) => ({
      command: commandId(name),
      title: `%command.${name}.title%`,
      ...(hasShortTitle === undefined ? {} : { shortTitle: `%command.${name}.shortTitle%` }),
      category: '%command.category%',
      ...(icon === undefined ? {} : { icon: `$(${icon})` }),
      ...(enablement === 'true' ? {} : { enablement }),
    })),
    submenus: Object.keys(SUBMENUS).map((name) => ({ id: `contrail.${name}`, label: `%submenu.${name}.label%` })),
    menus,
    keybindings: shownCommands().flatMap(([name, { keys = [] }]) =>
      keys.map((binding) => ({ command: commandId(name), ...binding })),
    ),
  };
}

function commandId(name: string): string {
  return `contrail.${name}`;
}

/** Returns `contributes.languageModelTools` of package.json: one entry for each tool in `src/agents/run/toolTable.ts`. */
export function toolContributions(): readonly object[] {
  return Object.entries(AGENT_TOOLS).map(([name, { input, description, writes }]) => {
    const { $schema: _, ...inputSchema } = z.toJSONSchema(input, { io: 'input' });
    return {
      name,
      toolReferenceName: shortName(name),
      displayName: `%tool.${shortName(name)}.displayName%`,
      userDescription: `%tool.${shortName(name)}.description%`,
      modelDescription: writes ? `${description} The user confirms it first.` : description,
      canBeReferencedInPrompt: true,
      icon: 'media/contrail.svg',
      when: "config.contrail.agents.enabled && contrail.session != 'none'",
      inputSchema,
    };
  });
}

/** Returns the name of a tool without the prefix of the extension. */
function shortName(tool: string): string {
  return tool.replace(/^contrail_/, '');
}

/** Writes the commands and tools to package.json. Run biome on the file afterwards. */
function writeManifest(): void {
  const file = join(root, 'package.json');
  const manifest = JSON.parse(readFileSync(file, 'utf8'));
  Object.assign(manifest.contributes, commandContributions(), { languageModelTools: toolContributions() });
  writeFileSync(file, `${JSON.stringify(manifest, undefined, 2)}\n`);
}

/** Returns Contrail's context keys in the conditions (`when`, `enablement`) of a part of package.json. */
function contextKeys(part: unknown, views: readonly string[]): string[] {
  const keys = new Set<string>();
  const visit = (value: unknown, name: string): void => {
    if (typeof value === 'string' && (name === 'when' || name === 'enablement')) {
      // In a comparison, the right operand is the id of a view or panel and the left operand is the context key.
      for (const [, id = ''] of value.matchAll(/(?<![=!]= ?'?|[\w.])(contrail\.[\w.]+)/g))
        if (!views.includes(id)) keys.add(id);
    }
    if (typeof value === 'object' && value !== null)
      for (const [key, child] of Object.entries(value)) visit(child, key);
  };
  visit(part, '');
  return [...keys];
}

/** Returns the source of a constant. Each id is a property: `contrail.a.b` has the name `aB`. */
function constantDeclaration(name: string, ids: readonly string[]): string {
  const properties = [...new Set(ids)].toSorted().map((id) => `  ${propertyOf(id)}: '${id}',`);
  return [`export const ${name} = {`, ...properties, '} as const;'].join('\n');
}

function propertyOf(id: string): string {
  return id.replace(/^contrail\./, '').replaceAll(/\.(\w)/g, (_, letter: string) => letter.toUpperCase());
}

if (process.argv.includes('--write')) {
  writeManifest();
  writeFileSync(contributionsFile, contributionsText());
}
