// Asks before code is sent in a comment that people outside the workspace can read.
import * as l10n from '@vscode/l10n';
import type { AccessLevel } from '../../contract/resources/comment.ts';
import type { Prompts } from '../../shell/prompts/prompts.ts';

/** Resolves with whether the Markdown contains a code block or inline code. */
export async function containsCode(markdown: string): Promise<boolean> {
  const { markdownToHtml } = await import('../../std/html/markdown.ts');
  return /<(?:pre|code)\b/.test(markdownToHtml(markdown));
}

/** Resolves with the visibility that the user selects for a comment with code, or with undefined if they cancel. */
export async function chooseVisibilityOfCode(prompts: Prompts): Promise<AccessLevel | undefined> {
  const sendAsExternalButton = l10n.t('Send as External');
  const sendAsInternalButton = l10n.t('Send as Internal');
  const detail = l10n.t(
    'The comment contains code. People outside the workspace can read an external comment if the project is shared.',
  );
  const chosenButton = await prompts.confirm(
    l10n.t('Show this code to people outside the workspace?'),
    detail,
    sendAsInternalButton,
    sendAsExternalButton,
  );
  return chosenButton === undefined ? undefined : chosenButton === sendAsExternalButton ? 'EXTERNAL' : 'INTERNAL';
}
