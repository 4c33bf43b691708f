// Tests the configuration of the MCP server that is copied for other clients.
import { describe, expect, it } from 'vitest';
import { copyMcpConfiguration } from '../../../../src/features/agentTools/mcpConfiguration.ts';
import { forEachTest } from '../../../support/fixture.ts';
import { QuickEditSetup } from '../quickEdit/setup.ts';

const program = { nodePath: '/vscode/node', scriptPath: '/extension/dist/mcp.cjs' };

function configuration(workspace: string, baseUrl: string, more: Readonly<Record<string, string>> = {}): object {
  const env = {
    ELECTRON_RUN_AS_NODE: '1',
    PLANE_API_KEY: '<your API key>',
    PLANE_WORKSPACE_SLUG: workspace,
    PLANE_BASE_URL: baseUrl,
    CONTRAIL_MCP_WRITES_PER_MINUTE: '5',
    ...more,
  };
  return { mcpServers: { contrail: { command: '/vscode/node', args: ['/extension/dist/mcp.cjs'], env } } };
}

const setup = forEachTest(() => QuickEditSetup.open());

describe('Copy MCP Server Configuration', () => {
  it('copies the server and the workspace of the account, and a placeholder for the key', async () => {
    const { prompts, session, server } = setup;
    await copyMcpConfiguration(prompts, program, session);
    const [text = ''] = prompts.copiedTexts;
    expect(JSON.parse(text)).toEqual(configuration(session.workspace, session.baseUrl));
    expect(text).not.toContain(server.apiKey);
    const message = await prompts.message('Copied the MCP server configuration.');
    expect(message.kind).toBe('info');
    message.close();
  });

  it('copies the choice of http for the server of the account', async () => {
    const { prompts, session } = setup;
    await copyMcpConfiguration(prompts, program, { ...session, baseUrl: 'http://plane.lan:8080/plane' });
    const choice = { CONTRAIL_MCP_ALLOW_HTTP: 'http://plane.lan:8080' };
    const expected = configuration(session.workspace, 'http://plane.lan:8080/plane', choice);
    expect(prompts.copiedTexts.map((text) => JSON.parse(text))).toEqual([expected]);
    (await prompts.message('Copied the MCP server configuration.')).close();
  });

  it('copies placeholders if the window is signed out or uses the local workspace', async () => {
    const { prompts, session } = setup;
    const profile = { service: 'local', me: session.me } as const;
    await copyMcpConfiguration(prompts, program, undefined);
    await copyMcpConfiguration(prompts, program, { ...session, profile });
    const expected = configuration('<slug of your workspace>', 'https://api.plane.so');
    expect(prompts.copiedTexts.map((text) => JSON.parse(text))).toEqual([expected, expected]);
    for (const _ of prompts.copiedTexts) (await prompts.message('Copied the MCP server configuration.')).close();
  });
});
