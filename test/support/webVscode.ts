// Serves VS Code for the Web, as on vscode.dev: a window without a server behind it, whose extensions run in a worker
// of the browser. The files are those of code-server, whose two changes that need its server are taken back.
import { createReadStream, existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { dirname, extname, join, normalize } from 'node:path';
import { escapeHtml } from '../../src/std/text.ts';
import { quietSettings, type Settings } from './settings.ts';
import { vscodeFolder } from './setup/codeServer.mjs';
import { root } from './setup/paths.mjs';
import { unchangedVscodeFolder } from './setup/unchangedVscode.mjs';

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.cjs': 'text/javascript',
  '.css': 'text/css',
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.mjs': 'text/javascript',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.ttf': 'font/ttf',
  '.wasm': 'application/wasm',
  '.woff2': 'font/woff2',
};
const WORKBENCH = join('out', 'vs', 'code', 'browser', 'workbench', 'workbench.js');
const WEBVIEW_FOLDER = 'out/vs/workbench/contrib/webview/browser/pre/';
const SERVER_KEY_PART = Buffer.alloc(32, 7);
/** The path of each folder that is served. */
const FOLDERS: Readonly<Record<string, string>> = {
  '/vscode/': vscodeFolder,
  '/unchanged/': unchangedVscodeFolder,
  '/contrail/': root,
};

/**
 * `code-server` is the version of all other end-to-end tests; code-server enables all proposed API in it. `unchanged` is
 * a web build of VS Code that has no changes, and refuses proposed API as Microsoft's builds do.
 */
type WebBuild = 'code-server' | 'unchanged';

interface WebWindow {
  readonly build?: WebBuild;
  /** The scheme of the workspace. VS Code restores no tabs in `tmp`, and trusts `vscode-userdata`. */
  readonly workspace?: 'tmp' | 'vscode-userdata';
}

/** What the configuration of a window depends on. */
interface WindowContent {
  readonly settings: Settings;
  readonly workspace: string;
}

export class WebVscode implements AsyncDisposable {
  readonly #server: Server;
  readonly #address: string;

  private constructor(server: Server, address: string) {
    this.#server = server;
    this.#address = address;
  }

  /** Starts the server on a free port. Contrail is loaded from `package.json` and `dist`. */
  static async start(
    settings: Settings = {},
    { build = 'code-server', workspace = 'tmp' }: WebWindow = {},
  ): Promise<WebVscode> {
    const workbench = withoutServer(readFileSync(join(vscodeFolder, WORKBENCH), 'utf8'));
    const server = createServer((request, response) => answer(request, response, workbench, { settings, workspace }));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    if (typeof address !== 'object' || address === null) throw new Error('The server has no port');
    // Each extension's pages get a host below that of the window, which the browser must take for the same site.
    const path = build === 'unchanged' ? `vscode.localhost:${address.port}/unchanged/` : `localhost:${address.port}/`;
    return new WebVscode(server, `http://${path}`);
  }

  address(): string {
    return this.#address;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

/** Takes back that code-server makes every window one of its own server, and keeps the user's data on the server. */
function withoutServer(workbench: string): string {
  const userData = /(\.file\(this\.userDataPath\)\.with\(\{scheme:)\w+\.vscodeRemote(?=\}\),"User"\))/;
  const authority = 'remoteAuthority:location.host';
  if (!workbench.includes(authority) || !userData.test(workbench))
    throw new Error('The workbench of code-server has changed: withoutServer must be adapted.');
  return workbench.replace(authority, 'remoteAuthority:void 0').replace(userData, '$1"vscode-userdata"');
}

function answer(
  { url = '/', headers }: IncomingMessage,
  response: ServerResponse,
  workbench: string,
  content: WindowContent,
): void {
  const { pathname } = new URL(url, 'http://localhost');
  response.setHeader('cross-origin-resource-policy', 'cross-origin');
  response.setHeader('access-control-allow-origin', '*');
  if (pathname === '/' || pathname === '/unchanged/') {
    response.setHeader('content-type', 'text/html');
    response.end((pathname === '/' ? windowHtml : unchangedWindowHtml)(headers.host ?? '', content));
    return;
  }
  // An empty page of the same origin, as code-server has it.
  if (pathname === '/healthz') {
    response.end('{}');
    return;
  }
  const [prefix = '', folder = ''] = Object.entries(FOLDERS).find(([start]) => pathname.startsWith(start)) ?? [];
  const file = normalize(join(folder, decodeURIComponent(pathname.slice(prefix.length))));
  const isFile = folder !== '' && file.startsWith(folder) && existsSync(file) && statSync(file).isFile();
  // VS Code encrypts secrets in the browser's storage with a key half of which is the server's.
  if (pathname.endsWith('/mint-key')) {
    response.end(SERVER_KEY_PART);
    return;
  }
  if (!isFile) {
    // code-server has no browser bundles of the built-in extensions: empty ones.
    if (pathname.startsWith('/vscode/extensions/')) response.setHeader('content-type', 'text/javascript').end('');
    else response.writeHead(404).end();
    return;
  }
  response.setHeader('content-type', CONTENT_TYPES[extname(file)] ?? 'application/octet-stream');
  if (file === join(vscodeFolder, WORKBENCH)) response.end(workbench);
  else createReadStream(file).pipe(response);
}

function windowConfiguration(host: string, { settings, workspace }: WindowContent, product: object): object {
  return {
    productConfiguration: { ...product, enableTelemetry: false },
    enableWorkspaceTrust: true,
    workspaceUri: { scheme: workspace, path: '/default.code-workspace' },
    developmentOptions: { extensions: [{ scheme: 'http', authority: host, path: '/contrail' }] },
    configurationDefaults: { ...quietSettings, 'security.workspace.trust.enabled': false, ...settings },
  };
}

function unchangedWindowHtml(host: string, content: WindowContent): string {
  // Only stable builds refuse proposed API to an extension under development, and only builds with a commit are builds.
  const configuration = windowConfiguration(host, content, {
    quality: 'stable',
    commit: '0'.repeat(40),
    webviewContentExternalBaseUrlTemplate: `http://{{uuid}}.${host}/unchanged/${WEBVIEW_FOLDER}`,
  });
  const html = readFileSync(join(unchangedVscodeFolder, 'index.html'), 'utf8');
  return html.replace('{{WORKBENCH_WEB_CONFIGURATION}}', () => escapeHtml(JSON.stringify(configuration)));
}

function windowHtml(host: string, content: WindowContent): string {
  const base = `http://${host}/vscode`;
  const product: Readonly<Record<string, unknown>> = JSON.parse(
    readFileSync(join(vscodeFolder, 'product.json'), 'utf8'),
  );
  const configuration = {
    ...windowConfiguration(host, content, {
      quality: product['quality'],
      commit: product['commit'],
      version: product['version'],
      webviewContentExternalBaseUrlTemplate: `${base}/${WEBVIEW_FOLDER}`,
    }),
    userDataPath: '/',
    isEnabledCoderGettingStarted: false,
    isEnabledFileDownloads: true,
    isEnabledFileUploads: true,
  };
  const meta = (id: string, data: unknown): string =>
    `<meta id="${id}" data-settings="${escapeHtml(JSON.stringify(data))}">`;
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>VS Code for the Web</title>
${meta('vscode-workbench-web-configuration', configuration)}
${meta('vscode-workbench-builtin-extensions', builtInExtensions())}
<meta id="vscode-workbench-auth-session" data-settings="">
<link rel="stylesheet" href="${base}/out/vs/code/browser/workbench/workbench.css">
</head>
<body aria-label="">
<script>globalThis._VSCODE_FILE_ROOT = '${base}/out/';</script>
<script src="${base}/out/nls.messages.js"></script>
<script type="module" src="${base}/out/vs/code/browser/workbench/workbench.js"></script>
</body>
</html>`;
}

/** Returns the built-in extensions that have no code, for example themes and grammars. */
function builtInExtensions(): object[] {
  return globSync(join(vscodeFolder, 'extensions', '*', 'package.json')).flatMap((file) => {
    const manifest: Readonly<Record<string, unknown>> = JSON.parse(readFileSync(file, 'utf8'));
    if (manifest['main'] !== undefined || manifest['browser'] !== undefined) return [];
    const texts = join(dirname(file), 'package.nls.json');
    return {
      extensionPath: dirname(file).split('/').at(-1),
      packageJSON: manifest,
      ...(existsSync(texts) ? { packageNLS: JSON.parse(readFileSync(texts, 'utf8')) } : {}),
    };
  });
}
