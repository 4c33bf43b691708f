// Fetches the pictures of a page in the host, which has the credentials, and caches them as bytes.
import * as l10n from '@vscode/l10n';
import { faultOf } from '../../client/apiError.ts';
import { formatBytes } from '../../std/formatBytes.ts';
import type { ItemAnswer, Picture } from '../protocol/item.ts';
import type { DiscussionDeps } from './deps.ts';
import { pictureTypeOf } from './fileTypes.ts';

const MOST_BYTES = 10 * 1024 * 1024;
const KEPT_BYTES = 32 * 1024 * 1024;
/** Number of concurrent downloads; the others are queued. */
const AT_ONCE = 3;

export class Pictures {
  readonly #deps: DiscussionDeps;
  /** The most recently used picture is last. */
  readonly #kept = new Map<string, Picture>();
  readonly #lanes: Promise<unknown>[] = Array.from({ length: AT_ONCE }, () => Promise.resolve());
  readonly #gone = new AbortController();
  #next = 0;

  constructor(deps: DiscussionDeps) {
    this.#deps = deps;
  }

  /** `source` is the id of an asset or, if `outside` is set, an address that is requested without credentials. */
  async get(source: string, outside: boolean): Promise<ItemAnswer> {
    const kept = this.#kept.get(source);
    if (kept !== undefined) {
      this.#keep(source, kept);
      return { picture: kept };
    }
    const lane = this.#next % AT_ONCE;
    this.#next += 1;
    const fetched = (this.#lanes[lane] ?? Promise.resolve()).then(() => this.#fetch(source, outside));
    this.#lanes[lane] = fetched.then(over, over);
    return fetched;
  }

  dispose(): void {
    this.#gone.abort();
    this.#kept.clear();
  }

  async #fetch(source: string, outside: boolean): Promise<ItemAnswer> {
    const { store: current, address, words, fetchOutside } = this.#deps;
    const store = current();
    if (store === undefined) return { problem: l10n.t('You are signed out.') };
    try {
      const options = { maxBytes: MOST_BYTES, signal: this.#gone.signal };
      const { bytes } = outside
        ? await fetchOutside(source, options)
        : await store.attachments.download(address, source, { ...options, urgency: 'visible' });
      const type = pictureTypeOf(bytes);
      if (type === undefined)
        return { problem: l10n.t('This picture type is not supported (PNG, JPEG, GIF, WebP and AVIF are).') };
      // `postMessage` to a webview takes plain arrays only: no Buffer, and no view of a larger array.
      const picture = { type, bytes: new Uint8Array(bytes) };
      this.#keep(source, picture);
      return { picture };
    } catch (error) {
      const fault = faultOf(error);
      const isLarge = fault.kind === 'invalidResponse' && fault.detail === 'UND_ERR_RES_EXCEEDED_MAX_SIZE';
      return { problem: isLarge ? l10n.t('The picture is larger than {0}.', formatBytes(MOST_BYTES)) : words(fault) };
    }
  }

  #keep(source: string, picture: Picture): void {
    this.#kept.delete(source);
    this.#kept.set(source, picture);
    let bytes = [...this.#kept.values()].reduce((sum, one) => sum + one.bytes.byteLength, 0);
    for (const [oldest, one] of this.#kept) {
      if (bytes <= KEPT_BYTES) return;
      this.#kept.delete(oldest);
      bytes -= one.bytes.byteLength;
    }
  }
}

/** The error of one picture must not stop the next download. */
function over(): void {}
