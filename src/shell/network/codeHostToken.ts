// Gets the token of VS Code's GitHub session for the API of the session's own host. Contrail stores no token.
import * as vscode from 'vscode';
import { tokenProvider } from '../../core/code/tokenProvider.ts';

/** The scopes of the session that VS Code's own extensions use, so that no other token is created. */
const SCOPES = ['read:user', 'repo', 'user:email', 'workflow'];

/** Resolves with the token that may be sent to this URL, if the user has let Contrail use the session. Never asks. */
export async function codeHostToken(url: string): Promise<string | undefined> {
  const { globalValue } = vscode.workspace.getConfiguration('github-enterprise').inspect<unknown>('uri') ?? {};
  const provider = tokenProvider(url, globalValue);
  if (provider === undefined) return undefined;
  const session = await vscode.authentication.getSession(provider, SCOPES, { silent: true });
  return session?.accessToken;
}
