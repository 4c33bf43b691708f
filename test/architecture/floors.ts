// Owns the plan of the house: which room may know which, and which packages may be said where.

/** A room may import from itself and from these. `door` is src/extension.ts. tsconfig.json of each room must say the same. */
export const floors: Readonly<Record<string, readonly string[]>> = {
  std: [],
  contract: ['std'],
  api: ['std', 'contract'],
  service: ['std', 'contract'],
  store: ['std', 'contract', 'api'],
  session: ['std', 'contract', 'api', 'store'],
  editor: ['std', 'contract', 'api', 'store', 'session'],
  outline: ['std', 'contract', 'api', 'store', 'session'],
  linking: ['std', 'contract', 'api', 'store', 'session'],
  webview: ['std', 'contract', 'editor'],
  workbench: ['std', 'contract', 'api', 'store', 'session', 'editor', 'outline', 'linking'],
  door: ['std', 'contract', 'api', 'store', 'session', 'editor', 'outline', 'linking', 'workbench'],
};

/** The page may know the shapes of these rooms and run nothing of theirs. */
export const typesOnly: Readonly<Record<string, readonly string[]>> = { webview: ['contract', 'editor'] };

/** Files in which a package may be imported; what is not named here is free for all. */
export const packages: readonly { readonly name: RegExp; readonly where: RegExp }[] = [
  { name: /^vscode$/, where: /^src\/(workbench\/|extension\.ts$)/ },
  { name: /^undici(\/|$)/, where: /^src\/api\/(wire\.ts|network\/connections\.ts|undici\.d\.ts)$/ },
  { name: /^(hono|@hono\/node-server)(\/|$)/, where: /^src\/service\// },
  { name: /^node:sqlite$/, where: /^src\/service\// },
  { name: /^(preact|@preact\/|@tiptap\/|dompurify|@vscode-elements\/)/, where: /^src\/webview\// },
  { name: /^node:/, where: /^src\/(?!webview\/|contract\/|outline\/)/ },
];
