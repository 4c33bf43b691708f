// Creates the connection errors of proxies and settings, with codes like the system's own.

/** The proxy cannot be reached or rejected the connection. `detail` is its status or an error code. */
export function proxyError(host: string, detail: string): Error {
  return Object.assign(new Error('The proxy did not let us through'), { code: 'ERR_PROXY', proxy: host, detail });
}

/** What is wrong with the value of a setting. `file` is the name of a file, never a whole path. */
export type SettingProblem =
  | { readonly kind: 'relativePath' | 'noCertificate' | 'passphrase'; readonly file: string }
  | { readonly kind: 'noAddress' }
  | { readonly kind: 'unsupportedProxy'; readonly scheme: string }
  | { readonly kind: 'code'; readonly code: string; readonly file?: string };

export type SettingError = Error & {
  readonly code: 'ERR_SETTING';
  readonly setting: string;
  readonly problem: SettingProblem;
};

/** A setting has a value that cannot be used. The message for the user is created outside of this bundle. */
export function settingError(setting: string, problem: SettingProblem): SettingError {
  return Object.assign(new Error('A setting cannot be used'), { code: 'ERR_SETTING' as const, setting, problem });
}

/** Returns the error code of a thrown value, or its name when it has none. */
export function codeOf(thrown: unknown): string {
  if (!(thrown instanceof Error)) return 'unknown';
  const inner: readonly unknown[] = thrown instanceof AggregateError ? thrown.errors : [];
  const code = [thrown, ...inner].map((one) => (one instanceof Error && 'code' in one ? one.code : undefined));
  return code.find((one) => typeof one === 'string') ?? thrown.name;
}
