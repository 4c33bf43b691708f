// The layers of src/: which layer may import which, and where each package may be imported.

const BASE_LAYERS = ['std', 'contract'];
const LAYERS_BELOW_SESSION = [...BASE_LAYERS, 'client', 'cache', 'drafts', 'sync'];
const LAYERS_BELOW_VIEWS = [...LAYERS_BELOW_SESSION, 'session'];

/**
 * The layers that each layer may import, besides itself. `extension` is src/extension.ts. The tsconfig.json of each
 * layer must match.
 */
export const layers: Readonly<Record<string, readonly string[]>> = {
  std: [],
  build: [],
  contract: ['std'],
  richText: ['std'],
  client: BASE_LAYERS,
  server: BASE_LAYERS,
  cache: [...BASE_LAYERS, 'client'],
  drafts: [...BASE_LAYERS, 'client', 'cache'],
  sync: [...BASE_LAYERS, 'client', 'cache'],
  copy: [...BASE_LAYERS, 'client', 'cache'],
  session: LAYERS_BELOW_SESSION,
  items: [...BASE_LAYERS, 'client', 'cache'],
  tree: [...LAYERS_BELOW_VIEWS, 'items'],
  pages: [...LAYERS_BELOW_VIEWS, 'items', 'codeLinks'],
  mentions: LAYERS_BELOW_VIEWS,
  codeLinks: LAYERS_BELOW_VIEWS,
  branches: [...LAYERS_BELOW_VIEWS, 'items', 'mentions'],
  agents: [...LAYERS_BELOW_VIEWS, 'codeLinks', 'items', 'richText'],
  mcp: [...LAYERS_BELOW_VIEWS, 'agents', 'richText'],
  webview: ['std', 'contract', 'pages'],
  workbench: [
    ...LAYERS_BELOW_VIEWS,
    'richText',
    'copy',
    'items',
    'tree',
    'pages',
    'mentions',
    'codeLinks',
    'branches',
    'agents',
  ],
  web: ['std', 'client', 'server', 'session', 'workbench'],
  extension: ['std', 'workbench'],
};

/** The layers from which the webview may import types, but no code. */
export const typeOnlyImports: Readonly<Record<string, readonly string[]>> = { webview: ['contract', 'pages'] };

/** The packages that only some files may import, and the paths of those files. */
export const packages: readonly { readonly name: RegExp; readonly allowedPath: RegExp }[] = [
  { name: /^vscode$/, allowedPath: /^src\/(workbench\/|web\/|extension\.ts$)/ },
  { name: /^undici(\/|$)/, allowedPath: /^src\/client\/(network\/undici\.ts|undici\.d\.ts)$/ },
  { name: /^(hono|@hono\/node-server)(\/|$)/, allowedPath: /^src\/server\// },
  { name: /^@modelcontextprotocol\//, allowedPath: /^src\/mcp\// },
  { name: /^node:sqlite$/, allowedPath: /^src\/server\// },
  { name: /^(preact|@preact\/|@tiptap\/|dompurify|@vscode-elements\/)/, allowedPath: /^src\/webview\// },
  { name: /^(sql\.js|buffer|dequal|path-browserify|@noble\/hashes)(\/|$)/, allowedPath: /^src\/web\// },
  { name: /^(esbuild|@vscode\/vsce|svg2ttf|subset-font)$/, allowedPath: /^src\/build\// },
  { name: /^node:/, allowedPath: /^src\/(?!webview\/|contract\/|tree\/)/ },
];

/** The maximum number of files in a folder. A folder with more files should be split by feature. */
export const MAX_FILES_PER_FOLDER = 20;
