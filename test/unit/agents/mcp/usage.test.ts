// Tests what the MCP server writes for a user at a terminal.
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import manifest from '../../../../package.json' with { type: 'json' };
import { root } from '../../../support/setup/paths.mjs';
import { MAIN_PATH } from './mcpProcess.ts';

async function outputOf(option: string): Promise<string> {
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [MAIN_PATH, option], { env: {} });
  expect(stderr).toBe('');
  return stdout;
}

describe('The MCP server', () => {
  it('with --help names each variable of its README, and ends', async () => {
    const readme = readFileSync(join(root, 'src', 'agents', 'mcp', 'README.md'), 'utf8');
    const variables = [...readme.matchAll(/^\| `(\w+)` \|/gm)].map(([, name = '']) => name);
    expect(variables).toContain('PLANE_WORKSPACE_SLUG');
    const help = await outputOf('--help');
    expect(variables.filter((name) => !help.includes(name))).toEqual([]);
  });

  it('with --version writes the version of the extension, and ends', async () => {
    expect(await outputOf('--version')).toBe(`${manifest.version}\n`);
  });
});
