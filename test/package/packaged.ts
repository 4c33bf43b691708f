// Defines which files the .vsix may contain.

/**
 * Matches the allowed paths relative to the extension's folder. vsce writes README and similar names in lower case and
 * adds an extension to the license file. Chunks shared by bundles have a hash in their name.
 */
export const packagedPathPattern =
  /^(package(\.nls(\.[\w-]+)?)?\.json|media\/l10n\/bundle\.l10n\.[\w-]+\.json|(dist\/)?readme\.md|changelog\.md|security\.md|license(\.txt)?|dist\/ThirdPartyNotices\.txt|media\/[\w./-]+\.(svg|png|md)|dist\/(extension|transport|server|mcp|composition|(contract|core|features|shell)(-[a-z]+)+|[a-z]+-[A-Z0-9]{8})\.cjs|dist\/states\.woff2|dist\/web\/(extension\.cjs|sqlite\.wasm)|dist\/webview\/([a-z]+\.(js|css)|[a-z]+-[A-Z0-9]{8}\.js|codicon\.(css|woff2)))$/i;
