// Owns the list of what the .vsix may carry.

/** Paths inside the extension's folder. vsce writes README and the like in lower case, and gives the licence an ending. */
export const packaged =
  /^(package\.json|readme\.md|changelog\.md|license(\.txt)?|media\/[\w./-]+\.(svg|png|md)|dist\/(extension|rooms|wire|service)\.cjs|dist\/webview\/(main\.(js|css)|codicon\.(css|ttf)))$/i;
