// Defines the interface of the proxy resolver, which the workbench implements.

/**
 * The source of a proxy that the resolver found. `system`: the proxy settings of the operating system, or a PAC script.
 * `resolver`: any other source, or the resolver does not report the source.
 */
export type ResolverSource = 'system' | 'resolver';

/** Why the resolver did not answer. `unavailable`: this version of VS Code has no resolver that extensions can call. */
export type ResolverProblem = 'unavailable' | 'failed' | 'timeout';

export type ResolverAnswer =
  | { readonly kind: 'direct' }
  /** `url` may contain a user name and password, and may have a scheme that Contrail does not support. */
  | { readonly kind: 'proxy'; readonly url: URL; readonly source: ResolverSource }
  | { readonly kind: 'noAnswer'; readonly problem: ResolverProblem };

/** Resolves with the proxy for an origin. Called for each request and each new connection. Never rejects. */
export type ResolveProxy = (origin: string) => Promise<ResolverAnswer>;

/** The default resolver. Always returns `noAnswer`, so that servers are connected directly. */
export const unavailableResolver: ResolveProxy = async () => ({ kind: 'noAnswer', problem: 'unavailable' });
