// Escapes text of other users that VS Code would render as icons or links.
import { displayText } from '../../std/displayName.ts';

const SPACE_IN_CODICON = ['$(', '$\u200b('] as const;
const SPACE_IN_LINK = ['](', ']\u200b('] as const;

/** Inserts a zero-width space into `$(id)`, which quick picks and the status bar would render as an icon. */
export function escapeCodicons(text: string): string {
  return displayText(text).replaceAll(...SPACE_IN_CODICON);
}

/**
 * Inserts a zero-width space into `[text](command:id)`, which notifications and validation messages would render as a
 * link that runs the command.
 */
export function escapeLinks(text: string, options?: { readonly keepLines: boolean }): string {
  return displayText(text, options).replaceAll(...SPACE_IN_LINK);
}

/** Escapes both, for the places that render icons and links. */
export function escapeCodiconsAndLinks(text: string): string {
  return escapeLinks(text).replaceAll(...SPACE_IN_CODICON);
}
