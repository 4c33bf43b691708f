// Writes src/workbench/contributions.ts: the ids of package.json as typed constants.
// No id is then written by hand twice.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './setup/paths.mjs';

interface Manifest {
  readonly activationEvents: readonly string[];
  readonly contributes: {
    readonly commands: readonly { readonly command: string }[];
    readonly views: Readonly<Record<string, readonly { readonly id: string }[]>>;
  };
}

export const contributionsFile = join(root, 'src', 'workbench', 'contributions.ts');

/** Returns the text that the file must have. */
export function contributionsText(): string {
  const manifest: Manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const { commands, views } = manifest.contributes;
  const viewIds = Object.values(views).flatMap((group) => group.map(({ id }) => id));
  const panels = manifest.activationEvents.flatMap((event) => /^onWebviewPanel:(.+)$/.exec(event)?.[1] ?? []);
  return [
    '// Generated from package.json by `npm run contributions`. Do not edit.',
    '',
    constant(
      'COMMANDS',
      commands.map(({ command }) => command),
    ),
    'export type CommandId = (typeof COMMANDS)[keyof typeof COMMANDS];',
    '',
    constant('VIEWS', viewIds),
    '',
    constant('PANELS', panels),
    '',
    '/** What the conditions of menus, views and key bindings ask for. */',
    constant('CONTEXT_KEYS', contextKeys(manifest.contributes, viewIds)),
    'export type ContextKey = (typeof CONTEXT_KEYS)[keyof typeof CONTEXT_KEYS];',
    '',
  ].join('\n');
}

/** Returns the ids of this extension in the conditions below `part` that are neither a view nor a panel. */
function contextKeys(part: unknown, views: readonly string[]): string[] {
  const found = new Set<string>();
  const visit = (value: unknown, name: string): void => {
    if (typeof value === 'string' && (name === 'when' || name === 'enablement')) {
      // The id of a view or a panel is the right operand of a comparison; a context key is the left one.
      for (const [, id = ''] of value.matchAll(/(?<![=!]= ?'?|[\w.])(contrail\.[\w.]+)/g))
        if (!views.includes(id)) found.add(id);
    }
    if (typeof value === 'object' && value !== null)
      for (const [key, inner] of Object.entries(value)) visit(inner, key);
  };
  visit(part, '');
  return [...found];
}

/**
 * Returns the source of a constant with the ids; `contrail.unsupported.customers` becomes its property
 * `unsupportedCustomers`.
 */
function constant(name: string, ids: readonly string[]): string {
  const rows = [...new Set(ids)].toSorted().map((id) => `  ${propertyOf(id)}: '${id}',`);
  return [`export const ${name} = {`, ...rows, '} as const;'].join('\n');
}

function propertyOf(id: string): string {
  return id.replace(/^contrail\./, '').replaceAll(/\.(\w)/g, (_, letter: string) => letter.toUpperCase());
}

if (process.argv.includes('--write')) writeFileSync(contributionsFile, contributionsText());
