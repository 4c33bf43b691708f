// Parses the templates of work items in the settings, and describes what is wrong with an invalid template. Pure.
import * as l10n from '@vscode/l10n';
import { PRIORITIES } from '../../contract/resources/workItem.ts';
import { formatCount } from '../../std/displayLanguage.ts';
import { plainName, visibleText } from '../../std/displayName.ts';
import { formatList } from '../../std/formatText.ts';
import { definedFields } from '../../std/objects/definedFields.ts';
import { truncate } from '../../std/truncate.ts';

/** The values of the setting. They can have any type, because the user or a repository wrote them. */
export interface TemplateSettings {
  readonly user: unknown;
  /** The values in the settings of all folders. Empty if the workspace is not trusted. */
  readonly folders: readonly unknown[];
}

/**
 * The fields of a work item have the same names as in Plane, except for `title` and `description` (Markdown). A
 * template cannot name a server or a key.
 */
export interface Template {
  readonly name: string;
  /** The identifier or name of the only project that the template is for. */
  readonly project?: string;
  readonly title?: string;
  readonly description?: string;
  readonly state?: string;
  readonly priority?: string;
  readonly module?: string;
  readonly labels?: readonly string[];
  /** Names or email addresses of members, or `me`. */
  readonly assignees?: readonly string[];
}

/** A template, or the reason why an entry of the setting is invalid. */
export type ParsedTemplate = Template | { readonly name: string; readonly problem: string };

/** The values are limited because settings can come from hostile repositories. */
const MAX_TEMPLATES = 50;
const MAX_NAME_LENGTH = 60;
const MAX_TEXT_LENGTH = 10_000;
const MAX_LIST_LENGTH = 50;

const TEXT_PROPERTIES: ReadonlySet<string> = new Set([
  'name',
  'project',
  'title',
  'description',
  'state',
  'priority',
  'module',
] satisfies (keyof Template)[]);
const LIST_PROPERTIES: ReadonlySet<string> = new Set(['labels', 'assignees'] satisfies (keyof Template)[]);

/**
 * Returns the templates of the folders, then the templates of the user. If several templates have the same name, only
 * the first is returned.
 */
export function parseTemplates({ user, folders }: TemplateSettings): readonly ParsedTemplate[] {
  const templates = new Map<string, ParsedTemplate>();
  for (const value of [...folders, user]) {
    const entries: readonly unknown[] = Array.isArray(value) ? value.slice(0, MAX_TEMPLATES) : [];
    for (const [index, entry] of entries.entries()) {
      const template = parseTemplate(entry, index);
      if (!templates.has(template.name)) templates.set(template.name, template);
    }
  }
  return [...templates.values()];
}

function parseTemplate(entry: unknown, index: number): ParsedTemplate {
  const properties: Readonly<Record<string, unknown>> = { ...(typeof entry === 'object' ? entry : {}) };
  const text = (key: string): string | undefined => {
    const value = properties[key];
    // A folder must not put text into a work item that the user does not see.
    const visible = key === 'description' ? visibleText : plainName;
    return typeof value === 'string' && visible(value) !== '' ? visible(value) : undefined;
  };
  const list = (key: string): readonly string[] | undefined => {
    const value = properties[key];
    return Array.isArray(value) ? value.map(String) : undefined;
  };
  const name = truncate(plainName(text('name') ?? '').trim(), MAX_NAME_LENGTH);
  if (name === '') return { name: l10n.t('Template {0}', index + 1), problem: l10n.t('The name is missing.') };
  for (const [key, value] of Object.entries(properties)) {
    const problem = problemOf(key, value);
    if (problem !== undefined) return { name, problem };
  }
  const values = definedFields({
    project: text('project'),
    title: text('title'),
    description: text('description'),
    state: text('state'),
    priority: text('priority'),
    module: text('module'),
    labels: list('labels'),
    assignees: list('assignees'),
  });
  return { name, ...values };
}

function problemOf(key: string, value: unknown): string | undefined {
  if (!TEXT_PROPERTIES.has(key) && !LIST_PROPERTIES.has(key))
    return l10n.t('“{0}” is not a supported property of a template.', truncate(key, 40));
  if (LIST_PROPERTIES.has(key)) {
    const isList = Array.isArray(value) && value.length <= MAX_LIST_LENGTH && value.every(isShortText);
    return isList ? undefined : l10n.t('“{0}” must be a list of names.', key);
  }
  if (!isShortText(value))
    return l10n.t('“{0}” must be a text of at most {1} characters.', key, formatCount(MAX_TEXT_LENGTH));
  if (key === 'priority' && !PRIORITIES.some((priority) => priority === value))
    return l10n.t('“{0}” is not a priority. Use {1}.', truncate(value, 40), formatList(PRIORITIES, 'disjunction'));
  return undefined;
}

function isShortText(value: unknown): value is string {
  return typeof value === 'string' && value.length <= MAX_TEXT_LENGTH;
}
