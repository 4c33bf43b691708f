// Owns the taking of other people's words at their letters, where VS Code would read more out of them.

/** For rows and the status bar, where `$(id)` would be drawn as an icon: a space of no width parts it. */
export function plain(text: string): string {
  return text.replaceAll('$(', '$\u200b(');
}

/** For notices and what is said under a box, where `[text](command:id)` would be a link that runs the command: parted in the same way. */
export function unlinked(text: string): string {
  return text.replaceAll('](', ']\u200b(');
}
