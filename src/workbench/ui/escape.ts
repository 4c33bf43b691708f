// Escapes text of other users that VS Code would render as icons, as links or in a misleading way.
import { displayText } from '../../std/displayName.ts';

/** For rows and the status bar, where `$(id)` is rendered as an icon: inserts a zero-width space. */
export function escapeCodicons(text: string): string {
  return displayText(text).replaceAll('$(', '$\u200b(');
}

/**
 * For notifications and validation messages, where `[text](command:id)` is a link that runs the command: inserts a
 * zero-width space.
 */
export function escapeLinks(text: string, options?: { readonly keepLines: boolean }): string {
  return displayText(text, options).replaceAll('](', ']\u200b(');
}
