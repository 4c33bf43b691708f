// Fills templates such as `${identifier}-${slug}` with the values of a work item. Pure.
import * as l10n from '@vscode/l10n';
import { plainName } from '../std/displayName.ts';
import { formatList } from '../std/english.ts';
import { oneLine } from '../std/truncate.ts';
import { slugOf, slugWords } from './slug.ts';

/** The variables of a template. */
const VARIABLES = ['identifier', 'number', 'project', 'title', 'slug', 'type', 'priority', 'user', 'date'] as const;
export type TemplateVariable = (typeof VARIABLES)[number];

/** One text for each variable; '' if the item has no value. */
export type TemplateValues = Readonly<Record<Exclude<TemplateVariable, 'slug'>, string>>;

/** `branch`: every value is made valid in a branch name. `text`: values stay unchanged. */
export type TemplatePurpose = 'branch' | 'text';

/** The filled text, or a sentence about what is wrong with the template. */
export type FilledTemplate = { readonly text: string } | { readonly problem: string };

/** The maximum length of a slug, in characters. */
const LONGEST_SLUG = 50;
const PLACEHOLDER = /\$\{([^{}]*)\}/;
/** `slug`, `slug:4` for its first four words, `user:upper`, `slug:4:upper`. */
const INSIDE = /^([a-z]+)((?::(?:lower|upper|[1-9]\d?))*)$/i;
/** An empty value removes one adjacent separator, so that `${type}/${identifier}` does not start with a slash. */
const JOINT_LAST = /[-_./ ]$/;
const JOINT_FIRST = /^[-_./ ]/;

/** Fills a template. A `$` or a brace outside of a placeholder is literal. */
export function fillTemplate(template: string, values: TemplateValues, purpose: TemplatePurpose): FilledTemplate {
  let text = '';
  let isJoined = true;
  // Even parts are literal, odd parts were in braces.
  for (const [index, part] of template.split(PLACEHOLDER).entries()) {
    if (index % 2 === 0) {
      text += isJoined ? part : part.replace(JOINT_FIRST, '');
      isJoined ||= part !== '';
      continue;
    }
    const filled = valueOf(part, values, purpose);
    if ('problem' in filled) return filled;
    if (filled.text !== '') isJoined = true;
    else if (JOINT_LAST.test(text)) text = text.slice(0, -1);
    else isJoined = text !== '';
    text += filled.text;
  }
  return { text };
}

function valueOf(inside: string, values: TemplateValues, purpose: TemplatePurpose): FilledTemplate {
  const [, name = '', modifiers = ''] = INSIDE.exec(inside.trim()) ?? [];
  const variable = VARIABLES.find((one) => one === name);
  if (variable === undefined) {
    const known = VARIABLES.map((one) => `\${${one}}`);
    return {
      problem: l10n.t('“{0}” is not a variable. Available variables: {1}.', `\${${inside}}`, formatList(known)),
    };
  }
  const steps = modifiers.split(':').filter((one) => one !== '');
  const count = steps.find((one) => /^\d/.test(one));
  const isSlug =
    variable === 'slug' ||
    (purpose === 'branch' && variable !== 'identifier' && variable !== 'project' && variable !== 'date');
  const raw = plainName(variable === 'slug' ? values.title : values[variable]);
  const plain = count === undefined ? raw : slugWords(raw).slice(0, Number(count)).join(' ');
  const text = isSlug ? slugOf(plain, LONGEST_SLUG) : oneLine(plain);
  if (steps.includes('upper')) return { text: text.toUpperCase() };
  return { text: steps.includes('lower') ? text.toLowerCase() : text };
}
