// Fills templates, for example `${identifier}-${slug}`, with the values of a work item. Pure.
import * as l10n from '@vscode/l10n';
import { plainName } from '../../std/displayName.ts';
import { formatList } from '../../std/formatText.ts';
import { oneLine } from '../../std/truncate.ts';
import { slugOf, slugWords } from './slug.ts';

/** The variables of a template. */
const VARIABLES = ['identifier', 'number', 'project', 'title', 'slug', 'type', 'priority', 'user', 'date'] as const;
export type TemplateVariable = (typeof VARIABLES)[number];

/** The value of each variable; '' if the work item has none. The slug is computed from the title. */
export type BranchTemplateValues = Readonly<Record<Exclude<TemplateVariable, 'slug'>, string>>;

/**
 * What the filled template is used for. For `branch`, each value except identifiers and dates becomes a slug. For
 * `text`, values stay unchanged.
 */
export type TemplatePurpose = 'branch' | 'text';

/** The filled text, or a sentence that explains the error in the template. */
export type FilledTemplate = { readonly text: string } | { readonly problem: string };

/** The maximum length of a slug, in characters. */
const MAX_SLUG_LENGTH = 50;
const PLACEHOLDER = /\$\{([^{}]*)\}/;
/** Matches the content of a placeholder: `slug`, `slug:4` (its first four words), `user:upper`, `slug:4:upper`. */
const PLACEHOLDER_CONTENT = /^([a-z]+)((?::(?:lower|upper|[1-9]\d?))*)$/i;
/**
 * A placeholder with an empty value also removes one adjacent separator: with an empty type, `${type}/${identifier}`
 * does not start with a slash.
 */
const TRAILING_SEPARATOR = /[-_./ ]$/;
const LEADING_SEPARATOR = /^[-_./ ]/;

/** Fills a template. A `$` or a brace outside of a placeholder stays unchanged. */
export function fillTemplate(template: string, values: BranchTemplateValues, purpose: TemplatePurpose): FilledTemplate {
  let text = '';
  let keepsSeparator = true;
  // Parts with an even index are literal text; parts with an odd index are the contents of placeholders.
  for (const [index, part] of template.split(PLACEHOLDER).entries()) {
    if (index % 2 === 0) {
      text += keepsSeparator ? part : part.replace(LEADING_SEPARATOR, '');
      keepsSeparator ||= part !== '';
      continue;
    }
    const filledVariable = fillVariable(part, values, purpose);
    if ('problem' in filledVariable) return filledVariable;
    if (filledVariable.text !== '') keepsSeparator = true;
    else if (TRAILING_SEPARATOR.test(text)) text = text.slice(0, -1);
    else keepsSeparator = text !== '';
    text += filledVariable.text;
  }
  return { text };
}

function fillVariable(content: string, values: BranchTemplateValues, purpose: TemplatePurpose): FilledTemplate {
  const [, name = '', modifiers = ''] = PLACEHOLDER_CONTENT.exec(content.trim()) ?? [];
  const variable = VARIABLES.find((one) => one === name);
  if (variable === undefined) {
    const variableTexts = VARIABLES.map((one) => `\${${one}}`);
    return {
      problem: l10n.t(
        '“{0}” is not a variable. Available variables: {1}.',
        `\${${content}}`,
        formatList(variableTexts),
      ),
    };
  }
  const modifierNames = modifiers.split(':').filter((one) => one !== '');
  const count = modifierNames.find((one) => /^\d/.test(one));
  const isSlug =
    variable === 'slug' ||
    (purpose === 'branch' && variable !== 'identifier' && variable !== 'project' && variable !== 'date');
  const value = plainName(variable === 'slug' ? values.title : values[variable]);
  const limitedValue = count === undefined ? value : slugWords(value).slice(0, Number(count)).join(' ');
  const text = isSlug ? slugOf(limitedValue, MAX_SLUG_LENGTH) : oneLine(limitedValue);
  if (modifierNames.includes('upper')) return { text: text.toUpperCase() };
  return { text: modifierNames.includes('lower') ? text.toLowerCase() : text };
}
