// Writes the MCP server as an npm package of its own, for clients outside of VS Code.
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fillRepository } from '../../src/build/repository.ts';

const PROGRAM = 'dist/mcp.cjs';
/** The oldest Node.js that runs the bundle: the target in esbuild.mjs. */
const NODE_VERSION = '>=22.17';

/**
 * Writes the package into `folder`, from the last build.
 * @param env the variables that GitHub sets in a workflow
 */
export function writeMcpPackage(root: string, folder: string, env: NodeJS.ProcessEnv): void {
  const files = filesOf(root, PROGRAM);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(folder, 'dist'), { recursive: true });
  for (const file of files) copyFileSync(join(root, file), join(folder, file));
  writeFileSync(join(folder, PROGRAM), `#!/usr/bin/env node\n${readFileSync(join(root, PROGRAM), 'utf8')}`, {
    mode: 0o755,
  });
  copyFileSync(join(root, 'LICENSE'), join(folder, 'LICENSE'));
  copyFileSync(join(root, 'src', 'agents', 'mcp', 'README.md'), join(folder, 'README.md'));
  copyFileSync(join(root, 'dist', 'ThirdPartyNotices.txt'), join(folder, 'dist', 'ThirdPartyNotices.txt'));
  const manifest = fillRepository(mcpManifest(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))), env);
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, undefined, 2)}\n`);
}

function mcpManifest({ version, license }: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return {
    name: 'contrail-mcp',
    version,
    description:
      'MCP server for Plane workspaces: reads, creates, changes and comments on work items. Not affiliated with Plane.',
    keywords: ['mcp', 'model context protocol', 'plane', 'work items', 'issues'],
    license,
    bin: { 'contrail-mcp': PROGRAM },
    files: ['dist'],
    engines: { node: NODE_VERSION },
  };
}

/** Returns the paths of a bundle and of all files that it loads, relative to `root`. */
function filesOf(root: string, program: string): Set<string> {
  const files = new Set([program]);
  // Files that are added during the loop are visited too.
  for (const file of files) {
    if (!file.endsWith('.cjs')) continue;
    const code = readFileSync(join(root, file), 'utf8');
    for (const [, name = ''] of code.matchAll(/["'`](?:\.\/)?([\w-]+\.(?:cjs|wasm))["'`]/g)) {
      const path = `${dirname(file)}/${name}`;
      if (existsSync(join(root, path))) files.add(path);
    }
  }
  return files;
}
