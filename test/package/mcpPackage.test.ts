// Tests that the npm package of the MCP server runs by itself after an installation.
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeMcpPackage } from '../release/mcpPackage.ts';
import { childEnvironment } from '../support/setup/child.mjs';
import { root } from '../support/setup/paths.mjs';
import { startTestServer } from '../support/testServer.ts';

const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const folder = mkdtempSync(join(tmpdir(), 'contrail-mcp-'));
const [packageFolder, installation] = [join(folder, 'package'), join(folder, 'installation')];
const installedFolder = join(installation, 'node_modules', 'contrail-mcp');

const npm = (cwd: string, ...args: readonly string[]) =>
  promisify(execFile)('npm', [...args, '--offline', '--no-audit', '--no-fund'], {
    cwd,
    env: childEnvironment(),
    shell: process.platform === 'win32',
  });

describe('The npm package of the MCP server', () => {
  beforeAll(async () => {
    writeMcpPackage(root, packageFolder, {
      GITHUB_SERVER_URL: 'https://github.example',
      GITHUB_REPOSITORY: 'acme/contrail',
    });
    await npm(packageFolder, 'pack', '--pack-destination', folder);
    mkdirSync(installation);
    // The version of the project that installs the program is not that of the program.
    writeFileSync(join(installation, 'package.json'), '{ "name": "user", "version": "9.9.9" }');
    await npm(installation, 'install', join(folder, `contrail-mcp-${version}.tgz`));
  }, 60_000);
  afterAll(() => rmSync(folder, { recursive: true }));

  it('answers `initialize` over stdio when npm’s link starts it, and reads from a server', async () => {
    const server = await startTestServer();
    const client = new Client({ name: 'contrail-test', version: '1' });
    try {
      await client.connect(
        new StdioClientTransport({
          command: join(installation, 'node_modules', '.bin', 'contrail-mcp'),
          cwd: installation,
          env: {
            PATH: childEnvironment()['PATH'] ?? '',
            PLANE_API_KEY: server.apiKey,
            PLANE_WORKSPACE_SLUG: server.workspace,
            PLANE_BASE_URL: server.baseUrl,
          },
        }),
      );
      expect(client.getServerVersion()).toMatchObject({ name: 'contrail', version });
      const { content } = await client.callTool({ name: 'contrail_listProjects' });
      expect(JSON.stringify(content)).toContain('“WEB”');
    } finally {
      await client.close();
      await server.stop();
    }
  }, 20_000);

  it('contains the program, its license and notices, and depends on nothing', () => {
    const manifest = JSON.parse(readFileSync(join(installedFolder, 'package.json'), 'utf8'));
    expect(manifest).toMatchObject({
      name: 'contrail-mcp',
      version,
      license: 'MIT',
      repository: { url: 'https://github.example/acme/contrail.git' },
    });
    expect(manifest).not.toHaveProperty('dependencies');
    expect(readdirSync(installedFolder).sort()).toEqual(['LICENSE', 'README.md', 'dist', 'package.json']);
    const files = readdirSync(join(installedFolder, 'dist'));
    expect(files).toEqual(expect.arrayContaining(['ThirdPartyNotices.txt', 'mcp.cjs', 'transport.cjs']));
    expect(files.filter((file) => /^(?:extension|workbench|server)/.test(file))).toEqual([]);
  });
});
