// Adds the identifier of a work item to a commit message that comes from git's `commit.template`.

/** Matches a trailer that names work items, without a value or with a placeholder such as `<ticket>`. */
const EMPTY_REFERENCE =
  /^((?:(?:refs?|references?|issues?|tickets?|tasks?|stor(?:y|ies)|work[- ]?items?|plane)(?:[- ](?:id|key|number|no))?|relate[sd][- ]to):)[ \t]*(?:<[^>\n]*>|\[[^\]\n]*\]|\{[^}\n]*\}|#)?[ \t]*$/im;
const COMMENT_LINES = /^[ \t]*#.*$\n?/gm;
const TRAILER = /^[A-Za-z][A-Za-z0-9-]*: ?\S*/;
const IDENTIFIER = /[\p{L}\p{N}_]+-\d+/u;

/** Returns the text that VS Code shows for a template: without comments, and without empty lines around the text. */
export function templateText(template: string): string {
  return template.replace(COMMENT_LINES, '').trim();
}

/** Whether a commit box has only the template, with or without its comments. */
export function isTemplateOnly(message: string, template: string): boolean {
  const text = message.replaceAll('\r\n', '\n').trim();
  const normalized = template.replaceAll('\r\n', '\n');
  return text !== '' && (text === templateText(normalized) || text === normalized.trim());
}

/**
 * Returns the message with the prefix where the template leaves room: in its first line if that is empty, else in an
 * empty trailer such as `Refs:`, else in a new trailer. A message that has the identifier already is unchanged.
 */
export function addToTemplate(message: string, template: string, prefix: string): string {
  const reference = IDENTIFIER.exec(prefix)?.[0] ?? prefix.trim();
  if (containsWord(message, reference)) return message;
  const isFirstLineEmpty = /^[ \t]*\r?\n/.test(template.replace(COMMENT_LINES, ''));
  if (isFirstLineEmpty) return `${prefix}\n\n${message.trimStart()}`;
  if (EMPTY_REFERENCE.test(message)) return message.replace(EMPTY_REFERENCE, (_, key) => `${key} ${reference}`);
  // Comments at the end stay there.
  const [, text = message, comments = ''] = /^([\s\S]*?)((?:\n[ \t]*(?:#.*)?)*)$/.exec(message) ?? [];
  const lastParagraph =
    text
      .trimEnd()
      .split(/\n\s*\n/)
      .at(-1) ?? '';
  const endsWithTrailers =
    text.includes('\n\n') && lastParagraph.split('\n').every((line) => TRAILER.test(line) || line.trim() === '');
  return `${text.trimEnd()}${endsWithTrailers ? '\n' : '\n\n'}Refs: ${reference}${comments}`;
}

function containsWord(text: string, word: string): boolean {
  const start = text.toLowerCase().indexOf(word.toLowerCase());
  if (start < 0) return false;
  return !/[\p{L}\p{N}]/u.test(text[start + word.length] ?? '') && !/[\p{L}\p{N}]/u.test(text[start - 1] ?? '');
}
