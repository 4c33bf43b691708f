// Escapes text of other users that VS Code would render as icons or links.
import { displayText } from '../../std/displayName.ts';

/** Inserts a zero-width space into `$(id)`, which quick picks and the status bar would render as an icon. */
export function escapeCodicons(text: string): string {
  return displayText(text).replaceAll('$(', '$\u200b(');
}

/**
 * Inserts a zero-width space into `[text](command:id)`, which notifications and validation messages would render as a
 * link that runs the command.
 */
export function escapeLinks(text: string, options?: { readonly keepLines: boolean }): string {
  return displayText(text, options).replaceAll('](', ']\u200b(');
}
