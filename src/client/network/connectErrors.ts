// Creates errors, with a `code` like Node's, for proxies and settings that cannot be used.

/** The proxy cannot be reached or rejected the connection. `detail` is the status of its response or an error code. */
export function proxyError(host: string, detail: string): Error {
  return Object.assign(new Error('The proxy rejected the connection or cannot be reached'), {
    code: 'ERR_PROXY',
    proxy: host,
    detail,
  });
}

/**
 * The proxy is neither an http nor an https proxy. `proxy` is the scheme, host and port of the proxy; `source` is its
 * `ProxySource`.
 */
export function unsupportedProxyError(proxy: string, source: string): Error {
  return Object.assign(new Error('The proxy is not supported'), {
    code: 'ERR_UNSUPPORTED_PROXY',
    proxy,
    detail: source,
  });
}

/** What is wrong with the value of a setting. `file` is the name of a file without its folder. */
export type SettingProblem =
  | { readonly kind: 'relativePath' | 'noCertificate' | 'passphrase'; readonly file: string }
  | { readonly kind: 'noAddress' }
  | { readonly kind: 'code'; readonly code: string; readonly file?: string };

export type SettingError = Error & {
  readonly code: 'ERR_SETTING';
  readonly setting: string;
  readonly problem: SettingProblem;
};

/** The value of a setting cannot be used. `settingProblemText`, in another bundle, creates the message for the user. */
export function settingError(setting: string, problem: SettingProblem): SettingError {
  return Object.assign(new Error('A setting cannot be used'), { code: 'ERR_SETTING' as const, setting, problem });
}

/** Returns the code of an error, or the name of the error if it has no code. */
export function errorCodeOf(thrown: unknown): string {
  if (!(thrown instanceof Error)) return 'unknown';
  const nestedErrors: readonly unknown[] = thrown instanceof AggregateError ? thrown.errors : [];
  const codes = [thrown, ...nestedErrors].map((error) =>
    error instanceof Error && 'code' in error ? error.code : undefined,
  );
  return codes.find((code) => typeof code === 'string') ?? thrown.name;
}
