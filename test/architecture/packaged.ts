// Owns the list of what the .vsix may carry.

/**
 * Paths inside the extension's folder. vsce writes README and the like in lower case, and gives the licence an ending.
 * What bundles share has a hash for a name.
 */
export const packaged =
  /^(package\.json|(dist\/)?readme\.md|changelog\.md|security\.md|license(\.txt)?|dist\/ThirdPartyNotices\.txt|media\/[\w./-]+\.(svg|png|md)|dist\/(extension|composition|wire|service|[a-z]+-[A-Z0-9]{8})\.cjs|dist\/webview\/([a-z]+\.(js|css)|[a-z]+-[A-Z0-9]{8}\.js|codicon\.(css|ttf)))$/i;
