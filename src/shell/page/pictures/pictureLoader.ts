// Loads each picture once through the host, as an object URL. Limits how many are loaded automatically.
import * as l10n from '@vscode/l10n';
import type { HostResponse, Message } from '../model/host.ts';

/** The object URL of a picture, or the reason why the picture could not be loaded. */
export type LoadedPicture = { readonly url: string } | { readonly problem: string };

/**
 * The limits of the pictures that a page loads automatically: their total size and their number. The user loads further
 * pictures one by one.
 */
const MAX_TOTAL_BYTES = 80 * 1024 * 1024;
const MAX_PICTURES = 80;

/** Loads the pictures of one page. The object URLs are valid until the page closes. */
export class PictureLoader {
  readonly #sendRequest: (message: Message) => Promise<HostResponse>;
  readonly #pictures = new Map<string, Promise<LoadedPicture>>();
  #bytes = 0;

  constructor(sendRequest: (message: Message) => Promise<HostResponse>) {
    this.#sendRequest = sendRequest;
  }

  /** Whether one more picture may be loaded automatically. */
  get canLoadMore(): boolean {
    return this.#bytes < MAX_TOTAL_BYTES && this.#pictures.size < MAX_PICTURES;
  }

  /** Resolves with the picture. If loading it failed, the next call tries again. */
  load(source: string, isExternal: boolean): Promise<LoadedPicture> {
    const cached = this.#pictures.get(source);
    if (cached !== undefined) return cached;
    const loadingPicture = this.#load(source, isExternal);
    this.#pictures.set(source, loadingPicture);
    void loadingPicture.then((loaded) => 'problem' in loaded && this.#pictures.delete(source));
    return loadingPicture;
  }

  async #load(source: string, isExternal: boolean): Promise<LoadedPicture> {
    const { picture, problem } = await this.#sendRequest({ type: 'picture', source, isExternal });
    if (picture === undefined) return { problem: problem ?? l10n.t('This image does not exist.') };
    this.#bytes += picture.bytes.byteLength;
    return { url: URL.createObjectURL(new Blob([new Uint8Array(picture.bytes)], { type: picture.type })) };
  }
}
