// The interface to a resolver that knows the proxies of the operating system. The workbench implements it.

/**
 * The source of a proxy that the resolver found. `system`: the proxy settings of the system, or a PAC script.
 * `resolver`: the resolver does not report its source, or it is another one.
 */
export type ResolverSource = 'system' | 'resolver';

/** Why there is no answer. `unavailable`: this version of VS Code has no resolver that extensions can call. */
export type ResolverProblem = 'unavailable' | 'failed' | 'timeout';

export type ResolverAnswer =
  | { readonly kind: 'direct' }
  /** `url` may contain a user name and password, and may have a scheme that Contrail does not support. */
  | { readonly kind: 'proxy'; readonly url: URL; readonly source: ResolverSource }
  | { readonly kind: 'noAnswer'; readonly problem: ResolverProblem };

/** Resolves with the proxy for an origin. Called for each request and each new connection. Never rejects. */
export type ResolveProxy = (origin: string) => Promise<ResolverAnswer>;

/** The resolver that is used where none is passed. */
export const noResolver: ResolveProxy = async () => ({ kind: 'noAnswer', problem: 'unavailable' });
