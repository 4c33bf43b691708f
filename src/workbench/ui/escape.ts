// Owns the taking of other people's words at their letters, where VS Code would read more out of them, or would draw
// them misleadingly.
import { displayText } from '../../std/displayName.ts';

/** For rows and the status bar, where `$(id)` would be drawn as an icon: a space of no width parts it. */
export function escapeCodicons(text: string): string {
  return displayText(text).replaceAll('$(', '$\u200b(');
}

/**
 * For notices and what is said under a box, where `[text](command:id)` would be a link that runs the command: parted in
 * the same way.
 */
export function escapeLinks(text: string, options?: { readonly keepLines: boolean }): string {
  return displayText(text, options).replaceAll('](', ']\u200b(');
}
