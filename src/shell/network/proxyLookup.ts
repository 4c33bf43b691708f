// Asks VS Code's proxy resolver, with a time limit, and caches its answers.
import { DISPOSED } from '../../client/abort.ts';
import { errorCodeOf } from '../../client/network/connectErrors.ts';
import type { ResolverAnswer, ResolverProblem } from '../../client/network/resolver.ts';
import type { Clock } from '../../std/clock.ts';
import type { Logger } from '../../std/logger.ts';
import type { LoadedProxyResolver } from './proxyAgent.ts';
import { readProxyAnswer } from './proxyAnswer.ts';

/** A PAC script may have to be downloaded first, but a request should not wait long for a resolver that hangs. */
const TIME_LIMIT_MS = 2000;
const CACHE_DURATION_MS = 60_000;

export interface ProxyLookupDeps {
  /** Loads the proxy resolver. Called once, when the first proxy is looked up. */
  readonly loadResolver: () => LoadedProxyResolver;
  readonly clock: Clock;
  readonly logger: Logger;
}

interface CachedAnswer {
  readonly expiresAt: number;
  readonly answer: Promise<ResolverAnswer>;
}

export class ProxyLookup {
  readonly #deps: ProxyLookupDeps;
  #agent: LoadedProxyResolver | undefined;
  readonly #answerByOrigin = new Map<string, CachedAnswer>();
  readonly #loggedProblems = new Set<ResolverProblem>();

  constructor(deps: ProxyLookupDeps) {
    this.#deps = deps;
  }

  /**
   * Resolves with the resolver's answer for the origin. Every answer, even `noAnswer`, is cached for a minute. Never
   * rejects.
   */
  resolve(origin: string): Promise<ResolverAnswer> {
    const now = this.#deps.clock.now();
    for (const [cachedOrigin, { expiresAt }] of this.#answerByOrigin)
      if (expiresAt <= now) this.#answerByOrigin.delete(cachedOrigin);
    const cachedAnswer = this.#answerByOrigin.get(origin);
    if (cachedAnswer !== undefined) return cachedAnswer.answer;
    const answer = this.#ask(origin);
    this.#answerByOrigin.set(origin, { expiresAt: now + CACHE_DURATION_MS, answer });
    return answer;
  }

  async #ask(origin: string): Promise<ResolverAnswer> {
    this.#agent ??= this.#deps.loadResolver();
    if (!('ask' in this.#agent)) return this.#noAnswer('unavailable', this.#agent.missing);
    const { clock } = this.#deps;
    const timeoutController = new AbortController();
    const timeout = clock
      .sleep(TIME_LIMIT_MS, timeoutController.signal)
      .then((): ResolverAnswer => ({ kind: 'noAnswer', problem: 'timeout' }));
    try {
      const answer = await Promise.race([this.#agent.ask(`${origin}/`).then(readProxyAnswer), timeout]);
      return answer.kind === 'noAnswer' ? this.#noAnswer(answer.problem, undefined) : answer;
    } catch (error) {
      return this.#noAnswer('failed', errorCodeOf(error));
    } finally {
      timeoutController.abort(DISPOSED);
    }
  }

  /**
   * Logs each problem once in a window, without the message of the error: it may contain the credentials of a proxy.
   */
  #noAnswer(problem: ResolverProblem, code: string | undefined): ResolverAnswer {
    if (!this.#loggedProblems.has(problem)) {
      this.#loggedProblems.add(problem);
      const message = "VS Code's proxy resolver did not respond, so connections are direct";
      this.#deps.logger.write('info', message, { problem, code });
    }
    return { kind: 'noAnswer', problem };
  }
}
