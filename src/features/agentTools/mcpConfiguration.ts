// Copies the configuration with which clients outside of VS Code start the MCP server. It contains no key.
import * as l10n from '@vscode/l10n';
import { WRITES_PER_MINUTE } from '../../agents/writes/writeLimit.ts';
import { needsHttpChoice } from '../../client/plainHttp.ts';
import { CLOUD_API } from '../../core/session/server/webAddress.ts';
import type { Session } from '../../core/session/session.ts';
import type { Prompts } from '../../shell/prompts/prompts.ts';

/** The program that runs JavaScript, and the bundle of the MCP server, as absolute paths. */
export interface McpProgram {
  readonly nodePath: string;
  readonly scriptPath: string;
}

function keyPlaceholder(): string {
  return l10n.t('<your API key>');
}

/** Copies the configuration, with the server and the workspace of the session. */
export async function copyMcpConfiguration(
  prompts: Pick<Prompts, 'copyText' | 'notify'>,
  program: McpProgram,
  session: Pick<Session, 'profile' | 'baseUrl' | 'workspace'> | undefined,
): Promise<void> {
  await prompts.copyText(configurationText(program, session));
  void prompts.notify(
    'info',
    l10n.t(
      'Copied the MCP server configuration. Replace “{0}” with your API key. After an update of Contrail, copy it again, because it contains the path of this version.',
      keyPlaceholder(),
    ),
  );
}

/**
 * Returns the text of the configuration. While the user is signed out, and for a local workspace, whose URL and key
 * change in each run, the text contains the URL of Plane Cloud and a placeholder for the workspace.
 */
function configurationText(
  { nodePath, scriptPath }: McpProgram,
  session: Parameters<typeof copyMcpConfiguration>[2],
): string {
  const remoteSession = session?.profile.service === 'remote' ? session : undefined;
  const baseUrl = remoteSession?.baseUrl ?? CLOUD_API;
  // The user has chosen http for the server of the session, or there would be no session.
  const httpChoice = needsHttpChoice(baseUrl) ? { CONTRAIL_MCP_ALLOW_HTTP: new URL(baseUrl).origin } : {};
  const env = {
    // VS Code's executable runs as Node.js only if this variable is set. Node.js ignores the variable.
    ELECTRON_RUN_AS_NODE: '1',
    PLANE_API_KEY: keyPlaceholder(),
    PLANE_WORKSPACE_SLUG: remoteSession?.workspace ?? l10n.t('<slug of your workspace>'),
    PLANE_BASE_URL: baseUrl,
    ...httpChoice,
    CONTRAIL_MCP_WRITES_PER_MINUTE: String(WRITES_PER_MINUTE),
  };
  return JSON.stringify({ mcpServers: { contrail: { command: nodePath, args: [scriptPath], env } } }, undefined, 2);
}
