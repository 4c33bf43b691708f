// The layers of src/: which layer may import which, and where each package may be imported.

const BASE_LAYERS = ['std', 'contract'];
const LAYERS_BELOW_SHELL = [...BASE_LAYERS, 'client', 'core', 'items', 'richText'];
const LAYERS_BELOW_FEATURES = [...LAYERS_BELOW_SHELL, 'copy', 'agents', 'shell', 'shell/protocol'];
const LAYERS_BELOW_PAGES = [...BASE_LAYERS, 'items', 'shell/protocol', 'richText/editor', 'shell/page'];

/** The layers that each layer may import, besides itself. The TypeScript project of each layer must match. */
export const layers: Readonly<Record<string, readonly string[]>> = {
  std: [],
  build: [],
  contract: ['std'],
  richText: ['std'],
  'richText/editor': ['std'],
  client: BASE_LAYERS,
  server: BASE_LAYERS,
  core: [...BASE_LAYERS, 'client'],
  items: [...BASE_LAYERS, 'client', 'core'],
  copy: [...BASE_LAYERS, 'client', 'core'],
  agents: LAYERS_BELOW_SHELL,
  'shell/protocol': ['std', 'items'],
  'shell/page': LAYERS_BELOW_PAGES,
  shell: [...LAYERS_BELOW_SHELL, 'shell/protocol'],
  features: LAYERS_BELOW_FEATURES,
  'features/workbench': [...LAYERS_BELOW_FEATURES, 'features'],
  'features/page': LAYERS_BELOW_PAGES,
  page: [...LAYERS_BELOW_PAGES, 'features/page'],
  composition: [...LAYERS_BELOW_FEATURES, 'features', 'features/workbench'],
  extension: ['std', 'shell', 'features', 'features/workbench', 'composition'],
  web: ['std', 'client', 'server', 'core', 'shell'],
};

const HOST_LAYERS = ['contract', 'items', 'shell/protocol'];

/** The layers from which code in a webview may import types, but no code. */
export const typeOnlyImports: Readonly<Record<string, readonly string[]>> = {
  'shell/page': HOST_LAYERS,
  'features/page': HOST_LAYERS,
  page: HOST_LAYERS,
};

/** The folders inside another layer that are layers of their own. */
const INNER_LAYERS = ['richText/editor', 'shell/page', 'shell/protocol'];

/** Returns the layer of a file. The files directly in src/ are `extension`, `page` and `composition`. */
export function layerOf(path: string): string {
  const [, first = '', second, third] = path.split('/');
  if (second === undefined)
    return /^(?:page|app)\./.test(first) ? 'page' : first === 'extension.ts' ? 'extension' : 'composition';
  if (first === 'features' && (third === 'workbench' || third === 'page')) return `features/${third}`;
  return INNER_LAYERS.find((layer) => layer === `${first}/${second}`) ?? first;
}

/** Returns the feature that a file belongs to, or undefined. */
export function featureOf(path: string): string | undefined {
  return /^src\/features\/(\w+)\//.exec(path)?.[1];
}

/** The packages that only some files may import, and the paths of those files. */
export const packages: readonly { readonly name: RegExp; readonly allowedPath: RegExp }[] = [
  { name: /^vscode$/, allowedPath: /^src\/(shell\/(?!page\/|protocol\/)|features\/\w+\/workbench\/|web\/|\w+\.ts$)/ },
  { name: /^undici(\/|$)/, allowedPath: /^src\/client\/(network\/undici\.ts|undici\.d\.ts)$/ },
  { name: /^(hono|@hono\/node-server)(\/|$)/, allowedPath: /^src\/server\// },
  { name: /^@modelcontextprotocol\//, allowedPath: /^src\/agents\/mcp\// },
  { name: /^node:sqlite$/, allowedPath: /^src\/server\// },
  {
    name: /^(preact|@preact\/|@tiptap\/|dompurify|@vscode-elements\/)/,
    allowedPath: /^src\/(shell\/page\/|features\/\w+\/page\/|richText\/editor\/|(?:page|app)\.tsx$)/,
  },
  { name: /^(sql\.js|buffer|dequal|path-browserify|@noble\/hashes)(\/|$)/, allowedPath: /^src\/web\// },
  { name: /^(esbuild|@vscode\/vsce|svg2ttf|subset-font)$/, allowedPath: /^src\/build\// },
  {
    name: /^node:/,
    allowedPath:
      /^src\/(?!contract\/|items\/(?:filter|grouping|query)\/|richText\/editor\/|shell\/(?:page|protocol|tree)\/|features\/(?:\w+\/page\/|tree\/(?!workbench))|(?:page|app)\.tsx$)/,
  },
];

/** The maximum number of files in a folder. A folder with more files should be split by feature. */
export const MAX_FILES_PER_FOLDER = 20;
