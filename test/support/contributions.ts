// Generates src/workbench/contributions.ts, with the ids of package.json as constants, and the declarations of the
// tools for language models in package.json.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { AGENT_TOOLS } from '../../src/agents/toolTable.ts';
import { root } from './setup/paths.mjs';

interface Manifest {
  readonly activationEvents: readonly string[];
  readonly contributes: {
    readonly commands: readonly { readonly command: string }[];
    readonly views: Readonly<Record<string, readonly { readonly id: string }[]>>;
    readonly walkthroughs: readonly { readonly id: string }[];
  };
}

export const contributionsFile = join(root, 'src', 'workbench', 'contributions.ts');

/** Returns the source text of contributions.ts. */
export function contributionsText(): string {
  const manifest: Manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const { commands, views, walkthroughs } = manifest.contributes;
  const viewIds = Object.values(views).flatMap((group) => group.map(({ id }) => id));
  const panels = manifest.activationEvents.flatMap((event) => /^onWebviewPanel:(.+)$/.exec(event)?.[1] ?? []);
  return [
    '// Generated from package.json by `npm run contributions`. Do not edit.',
    '',
    constantDeclaration(
      'COMMANDS',
      commands.map(({ command }) => command),
    ),
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
    'export type ContextKey = (typeof CONTEXT_KEYS)[keyof typeof CONTEXT_KEYS];',
    '',
  ].join('\n');
}

/** Returns `contributes.languageModelTools` of package.json: one entry for each tool in `src/agents/toolTable.ts`. */
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
      tags: ['contrail', 'plane', 'work-items'],
      when: "config.contrail.agents.enabled && contrail.session != 'none'",
      inputSchema,
    };
  });
}

/** Returns the name of a tool without the prefix of the extension. */
function shortName(tool: string): string {
  return tool.replace(/^contrail_/, '');
}

/** Writes the tools to package.json. Run biome on the file afterwards. */
function writeTools(): void {
  const file = join(root, 'package.json');
  const manifest = JSON.parse(readFileSync(file, 'utf8'));
  manifest.contributes.languageModelTools = toolContributions();
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
  writeTools();
  writeFileSync(contributionsFile, contributionsText());
}
