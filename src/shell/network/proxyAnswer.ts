// Parses the answer of VS Code's proxy resolver.
import type { ResolverAnswer, ResolverSource } from '../../client/network/resolver.ts';

/** `fallback` is an earlier answer that VS Code uses because asking the system failed. */
const SYSTEM_SOURCES: ReadonlySet<unknown> = new Set(['system', 'system_cached', 'fallback']);
const FAILED_RESULT: ResolverAnswer = { kind: 'noAnswer', problem: 'failed' };

/**
 * Reads `{ url, type, source }`, or only a URL, which older versions of VS Code return. Without a URL, the connection
 * is direct. An answer of another form, or with a URL that cannot be parsed, counts as failed.
 */
export function readProxyAnswer(raw: unknown): ResolverAnswer {
  if (typeof raw !== 'object' || raw === null) return readUrl(raw, 'resolver');
  if (!('url' in raw)) return FAILED_RESULT;
  return readUrl(raw.url, 'source' in raw && SYSTEM_SOURCES.has(raw.source) ? 'system' : 'resolver');
}

function readUrl(url: unknown, source: ResolverSource): ResolverAnswer {
  if (url === undefined || url === null || url === '') return { kind: 'direct' };
  if (typeof url !== 'string' || !URL.canParse(url)) return FAILED_RESULT;
  return { kind: 'proxy', url: new URL(url), source };
}
