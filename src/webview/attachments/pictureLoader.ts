// Owns the pictures that the page holds: asked of the host once each, kept as addresses of memory, bounded.
import type { HostAnswer, Message } from '../host.ts';

/** Where the picture can be shown from, or why it cannot. */
export type LoadedPicture = { readonly url: string } | { readonly problem: string };

/** What a page shows without being asked, in bytes and in number; more is shown picture by picture. */
const MOST_BYTES = 80 * 1024 * 1024;
const MOST_PICTURES = 80;

/** One per page, for as long as the page lives. */
export class PictureLoader {
  readonly #ask: (saying: Message) => Promise<HostAnswer>;
  readonly #pictures = new Map<string, Promise<LoadedPicture>>();
  #bytes = 0;

  constructor(ask: (saying: Message) => Promise<HostAnswer>) {
    this.#ask = ask;
  }

  /** Whether one more may be shown without being asked for. */
  get hasRoom(): boolean {
    return this.#bytes < MOST_BYTES && this.#pictures.size < MOST_PICTURES;
  }

  /** A picture that could not be had is asked for again the next time. */
  load(source: string, outside: boolean): Promise<LoadedPicture> {
    const known = this.#pictures.get(source);
    if (known !== undefined) return known;
    const loading = this.#load(source, outside);
    this.#pictures.set(source, loading);
    void loading.then((loaded) => 'problem' in loaded && this.#pictures.delete(source));
    return loading;
  }

  async #load(source: string, outside: boolean): Promise<LoadedPicture> {
    const { picture, problem } = await this.#ask({ say: 'picture', source, outside });
    if (picture === undefined) return { problem: problem ?? 'There is no such picture.' };
    this.#bytes += picture.bytes.byteLength;
    return { url: URL.createObjectURL(new Blob([new Uint8Array(picture.bytes)], { type: picture.type })) };
  }
}
