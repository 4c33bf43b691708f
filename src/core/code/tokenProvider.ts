// Decides which session of VS Code has the token for the API of a code host. Pure.

/**
 * Returns the id of the authentication provider; undefined for all hosts but GitHub and the GitHub Enterprise server of
 * the user's own settings. `enterprise` is the value of that setting.
 */
export function tokenProvider(url: string, enterprise: unknown): 'github' | 'github-enterprise' | undefined {
  const { origin, pathname } = new URL(url);
  if (origin === 'https://api.github.com') return 'github';
  const server = typeof enterprise === 'string' && URL.canParse(enterprise) ? new URL(enterprise) : undefined;
  const isEnterprise = server?.protocol === 'https:' && server.origin === origin && pathname.startsWith('/api/v3/');
  return isEnterprise ? 'github-enterprise' : undefined;
}
