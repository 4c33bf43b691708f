// The layers of src/: which layer may import which, and where each package may be imported.

const BASE = ['std', 'contract'];
const BELOW_SESSION = [...BASE, 'client', 'cache', 'drafts', 'sync'];
const BELOW_VIEWS = [...BELOW_SESSION, 'session'];

/**
 * The layers that each layer may import, besides itself. `extension` is src/extension.ts. The tsconfig.json of each
 * layer must match.
 */
export const layers: Readonly<Record<string, readonly string[]>> = {
  std: [],
  contract: ['std'],
  client: BASE,
  server: BASE,
  cache: [...BASE, 'client'],
  drafts: [...BASE, 'client', 'cache'],
  sync: [...BASE, 'client', 'cache'],
  copy: [...BASE, 'client', 'cache'],
  session: BELOW_SESSION,
  tree: BELOW_VIEWS,
  pages: [...BELOW_VIEWS, 'codeLinks'],
  mentions: BELOW_VIEWS,
  codeLinks: BELOW_VIEWS,
  branches: [...BELOW_VIEWS, 'mentions'],
  agents: [...BELOW_VIEWS, 'codeLinks'],
  mcp: [...BELOW_VIEWS, 'agents'],
  webview: ['std', 'contract', 'pages'],
  workbench: [...BELOW_VIEWS, 'copy', 'tree', 'pages', 'mentions', 'codeLinks', 'branches', 'agents'],
  extension: ['std', 'workbench'],
};

/** The layers from which the webview may import types, but no code. */
export const typesOnly: Readonly<Record<string, readonly string[]>> = { webview: ['contract', 'pages'] };

/** The packages that only some files may import, and the paths of those files. */
export const packages: readonly { readonly name: RegExp; readonly where: RegExp }[] = [
  { name: /^vscode$/, where: /^src\/(workbench\/|extension\.ts$)/ },
  { name: /^undici(\/|$)/, where: /^src\/client\/(network\/undici\.ts|undici\.d\.ts)$/ },
  { name: /^(hono|@hono\/node-server)(\/|$)/, where: /^src\/server\// },
  { name: /^node:sqlite$/, where: /^src\/server\// },
  { name: /^(preact|@preact\/|@tiptap\/|dompurify|@vscode-elements\/)/, where: /^src\/webview\// },
  { name: /^node:/, where: /^src\/(?!webview\/|contract\/|tree\/)/ },
];

/** The maximum number of files in a folder. A folder with more files should be split by feature. */
export const MOST_FILES_IN_A_FOLDER = 20;
