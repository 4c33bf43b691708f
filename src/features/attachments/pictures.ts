// Downloads the pictures of a page in the extension host, because the page has no credentials, and caches them.
import * as l10n from '@vscode/l10n';
import { faultOf } from '../../client/apiError.ts';
import type { DiscussionAnswer, Picture } from '../../shell/protocol/discussionSections.ts';
import type { DiscussionDeps } from '../../shell/sections/sectionDeps.ts';
import { formatBytes } from '../../std/formatBytes.ts';
import { pictureTypeOf } from './fileTypes.ts';

const MAX_PICTURE_BYTES = 10 * 1024 * 1024;
const MAX_CACHE_BYTES = 32 * 1024 * 1024;
/** The number of download queues. Each download waits for the previous one in its queue. */
const MAX_CONCURRENT_DOWNLOADS = 3;

export class Pictures {
  readonly #deps: DiscussionDeps;
  /** The cached pictures by source, with the most recently used one last. */
  readonly #cache = new Map<string, Picture>();
  readonly #downloadQueues: Promise<unknown>[] = Array.from({ length: MAX_CONCURRENT_DOWNLOADS }, () =>
    Promise.resolve(),
  );
  readonly #disposal = new AbortController();
  #requestCount = 0;

  constructor(deps: DiscussionDeps) {
    this.#deps = deps;
  }

  /**
   * Resolves with the picture, or with an error message. `source` is the id of an asset or, if `isExternal` is true, a
   * URL that is requested without credentials.
   */
  async get(source: string, isExternal: boolean): Promise<DiscussionAnswer> {
    const cachedPicture = this.#cache.get(source);
    if (cachedPicture !== undefined) {
      this.#addToCache(source, cachedPicture);
      return { picture: cachedPicture };
    }
    const queueIndex = this.#requestCount % MAX_CONCURRENT_DOWNLOADS;
    this.#requestCount += 1;
    const download = (this.#downloadQueues[queueIndex] ?? Promise.resolve()).then(() =>
      this.#fetch(source, isExternal),
    );
    this.#downloadQueues[queueIndex] = download.then(ignoreResult, ignoreResult);
    return download;
  }

  dispose(): void {
    this.#disposal.abort();
    this.#cache.clear();
  }

  async #fetch(source: string, isExternal: boolean): Promise<DiscussionAnswer> {
    const { store: getStore, address, formatError, downloadExternalFile } = this.#deps;
    const store = getStore();
    if (store === undefined) return { problem: l10n.t('You are signed out.') };
    try {
      const options = { maxBytes: MAX_PICTURE_BYTES, signal: this.#disposal.signal };
      const { bytes } = isExternal
        ? await downloadExternalFile(source, options)
        : await store.attachments.download(address, source, { ...options, urgency: 'visible' });
      const type = pictureTypeOf(bytes);
      if (type === undefined)
        return {
          problem: l10n.t('This image type is not supported. Supported types are PNG, JPEG, GIF, WebP and AVIF.'),
        };
      // `postMessage` to a webview takes plain arrays only: no Buffer, and no view of a larger array.
      const picture = { type, bytes: new Uint8Array(bytes) };
      this.#addToCache(source, picture);
      return { picture };
    } catch (error) {
      const fault = faultOf(error);
      const isTooLarge = fault.kind === 'invalidResponse' && fault.detail === 'UND_ERR_RES_EXCEEDED_MAX_SIZE';
      return {
        problem: isTooLarge
          ? l10n.t('The image is larger than {0}.', formatBytes(MAX_PICTURE_BYTES))
          : formatError(fault),
      };
    }
  }

  #addToCache(source: string, picture: Picture): void {
    this.#cache.delete(source);
    this.#cache.set(source, picture);
    let bytes = [...this.#cache.values()].reduce((sum, cachedPicture) => sum + cachedPicture.bytes.byteLength, 0);
    for (const [oldest, cachedPicture] of this.#cache) {
      if (bytes <= MAX_CACHE_BYTES) return;
      this.#cache.delete(oldest);
      bytes -= cachedPicture.bytes.byteLength;
    }
  }
}

/** Ignores the result, so that the next download in the queue starts even after a failed download. */
function ignoreResult(): void {}
