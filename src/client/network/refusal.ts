// Creates the connection errors of proxies and settings, with codes like the system's own.

/** The proxy cannot be reached or rejected the connection. `detail` is its status or an error code. */
export function proxyError(host: string, detail: string): Error {
  return Object.assign(new Error('The proxy did not let us through'), { code: 'ERR_PROXY', proxy: host, detail });
}

/** A setting has a value that cannot be used. `detail` names the setting and a code; never a whole path. */
export function settingError(detail: string): Error {
  return Object.assign(new Error('A setting cannot be used'), { code: 'ERR_SETTING', detail });
}

/** Returns the error code of a thrown value, or its name when it has none. */
export function codeOf(thrown: unknown): string {
  if (!(thrown instanceof Error)) return 'unknown';
  const inner: readonly unknown[] = thrown instanceof AggregateError ? thrown.errors : [];
  const code = [thrown, ...inner].map((one) => (one instanceof Error && 'code' in one ? one.code : undefined));
  return code.find((one) => typeof one === 'string') ?? thrown.name;
}
