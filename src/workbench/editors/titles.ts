// Owns the memory of which record stood under which tab title: a panel may be restored without its state, and then its title is all there is.
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import * as z from 'zod';
import { parseJson } from '../../std/json.ts';

const MOST = 200;
/** Latest last. */
const book = z.array(z.tuple([z.string(), z.string()]));

/** A file of its own rather than the editor's memento, which a served VS Code writes seconds later. */
export class Titles {
  readonly #file: string;
  #writing: Promise<void> = Promise.resolve();

  constructor(file: string) {
    this.#file = file;
  }

  /** Rejects with what the disk said. */
  remember(title: string, key: string): Promise<void> {
    const own = this.#writing.then(() => this.#add(bare(title), key));
    this.#writing = own.catch(() => undefined);
    return own;
  }

  async keyOf(title: string): Promise<string | undefined> {
    return new Map(await this.#read()).get(bare(title));
  }

  async #add(title: string, key: string): Promise<void> {
    const others = (await this.#read()).filter(([one]) => one !== title);
    await mkdir(dirname(this.#file), { recursive: true });
    await writeFile(`${this.#file}.tmp`, JSON.stringify([...others, [title, key]].slice(-MOST)));
    await rename(`${this.#file}.tmp`, this.#file);
  }

  async #read(): Promise<z.output<typeof book>> {
    const text = await readFile(this.#file, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return '[]';
      throw error;
    });
    // A file that cannot be understood is as good as none: it is written anew with the next title.
    return book.safeParse(parseJson(text)).data ?? [];
  }
}

/** The title without the mark of what is unsent. */
function bare(title: string): string {
  return title.replace(/^● /, '');
}
