// Gets the token of VS Code's GitHub session for the API of the session's own host. Contrail stores no token.
import * as vscode from 'vscode';
import { tokenProvider } from '../../core/code/tokenProvider.ts';

/** The scopes of the session that VS Code's own extensions use, so that no other token is created. */
const SCOPES = ['read:user', 'repo', 'user:email', 'workflow'];

/** Resolves with the token that may be sent to this URL, if the user has let Contrail use the session. Asks nothing. */
export async function codeHostToken(url: string): Promise<string | undefined> {
  const provider = providerFor(url);
  if (provider === undefined) return undefined;
  return (await vscode.authentication.getSession(provider, SCOPES, { silent: true }))?.accessToken;
}

/**
 * Adds a row to VS Code's Accounts menu with which the user can let Contrail use the session. VS Code shows one row for
 * all calls, and asks only after a click on it.
 */
export async function offerCodeHostSession(url: string): Promise<void> {
  const provider = providerFor(url);
  if (provider !== undefined) await vscode.authentication.getSession(provider, SCOPES, { createIfNone: false });
}

function providerFor(url: string): 'github' | 'github-enterprise' | undefined {
  const { globalValue } = vscode.workspace.getConfiguration('github-enterprise').inspect<unknown>('uri') ?? {};
  return tokenProvider(url, globalValue);
}
