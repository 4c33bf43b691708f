// Owns the errors of connecting that are ours: what a proxy or a setting is in the way of, with codes as the system's
// own errors have.

/** The proxy cannot be reached or said no. `detail` is its status or an error's code. */
export function proxyError(host: string, detail: string): Error {
  return Object.assign(new Error('The proxy did not let us through'), { code: 'ERR_PROXY', proxy: host, detail });
}

/** A setting names what cannot be used. `detail` says which, and a code; never a whole path. */
export function settingError(detail: string): Error {
  return Object.assign(new Error('A setting cannot be used'), { code: 'ERR_SETTING', detail });
}

/** The code of what was thrown, or its name where it has none. */
export function codeOf(thrown: unknown): string {
  if (!(thrown instanceof Error)) return 'unknown';
  const inner: readonly unknown[] = thrown instanceof AggregateError ? thrown.errors : [];
  const code = [thrown, ...inner].map((one) => (one instanceof Error && 'code' in one ? one.code : undefined));
  return code.find((one) => typeof one === 'string') ?? thrown.name;
}
