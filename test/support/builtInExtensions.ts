// Starts VS Code without the built-in extensions that no test uses.
import { mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { hasDriverOption, vscodeFolder } from './setup/codeServer.mjs';

/**
 * Built-in extensions with many contributions, or that are activated in every window. Extensions that can run in a
 * browser are not in the list: VS Code would start them there instead, and their files are missing.
 */
const UNUSED_EXTENSIONS: ReadonlySet<string> = new Set([
  'copilot',
  'debug-auto-launch',
  'debug-server-ready',
  'github',
  'grunt',
  'gulp',
  'jake',
  'microsoft-authentication',
  'ms-vscode.js-debug',
  'ms-vscode.js-debug-companion',
  'php-language-features',
  'terminal-suggest',
  'tunnel-forwarding',
]);

/**
 * Writes a folder of links to the built-in extensions that tests use, and returns the options with which code-server
 * reads this folder. Older versions of code-server do not
 * have the option, so they use all built-in extensions.
 */
export function linkUsedExtensions(folder: string): string[] {
  if (!hasDriverOption) return [];
  const source = join(vscodeFolder, 'extensions');
  mkdirSync(folder, { recursive: true });
  const linked = new Set(readdirSync(folder));
  for (const name of readdirSync(source)) {
    if (!UNUSED_EXTENSIONS.has(name) && !linked.has(name)) symlinkSync(join(source, name), join(folder, name));
  }
  return ['--vscode-option', `builtin-extensions-dir=${folder}`];
}
