// Loads pictures through the host, once each, and keeps them as object URLs up to a limit.
import * as l10n from '@vscode/l10n';
import type { HostAnswer, Message } from '../host.ts';

/** The object URL of a picture, or why it could not be loaded. */
export type LoadedPicture = { readonly url: string } | { readonly problem: string };

/**
 * The bytes and the number of pictures that a page loads automatically. Further ones are loaded one by one, on request.
 */
const MOST_BYTES = 80 * 1024 * 1024;
const MOST_PICTURES = 80;

/** One per page, for the lifetime of the page. */
export class PictureLoader {
  readonly #ask: (message: Message) => Promise<HostAnswer>;
  readonly #pictures = new Map<string, Promise<LoadedPicture>>();
  #bytes = 0;

  constructor(ask: (message: Message) => Promise<HostAnswer>) {
    this.#ask = ask;
  }

  /** Whether one more picture may be loaded automatically. */
  get hasRoom(): boolean {
    return this.#bytes < MOST_BYTES && this.#pictures.size < MOST_PICTURES;
  }

  /** Resolves with the picture. A failed request is repeated at the next call. */
  load(source: string, outside: boolean): Promise<LoadedPicture> {
    const known = this.#pictures.get(source);
    if (known !== undefined) return known;
    const loading = this.#load(source, outside);
    this.#pictures.set(source, loading);
    void loading.then((loaded) => 'problem' in loaded && this.#pictures.delete(source));
    return loading;
  }

  async #load(source: string, outside: boolean): Promise<LoadedPicture> {
    const { picture, problem } = await this.#ask({ type: 'picture', source, outside });
    if (picture === undefined) return { problem: problem ?? l10n.t('This picture does not exist.') };
    this.#bytes += picture.bytes.byteLength;
    return { url: URL.createObjectURL(new Blob([new Uint8Array(picture.bytes)], { type: picture.type })) };
  }
}
