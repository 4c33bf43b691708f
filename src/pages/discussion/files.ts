// The files of a work item on its page: list, attach, open, save and delete.

import * as l10n from '@vscode/l10n';
import type { Store } from '../../cache/store.ts';
import { faultOf } from '../../client/apiError.ts';
import type { Attachment } from '../../contract/resources/attachment.ts';
import { nameOfUser } from '../../contract/resources/user.ts';
import { idOf } from '../../contract/wire.ts';
import { formatBytes } from '../../std/formatBytes.ts';
import type { AttachmentsView, ItemAnswer } from '../protocol/item.ts';
import type { ChosenFile, DiscussionDeps } from './deps.ts';
import { isShownPicture, isText, typeOfName } from './fileTypes.ts';
import { listViewState } from './listView.ts';
import { Uploads } from './uploads.ts';

type Item = AttachmentsView['items'][number];

export class ItemFiles {
  readonly #deps: DiscussionDeps;
  readonly #uploads: Uploads;
  readonly #busy = new Map<string, NonNullable<Item['busy']>>();
  #isGone = false;

  constructor(deps: DiscussionDeps) {
    this.#deps = deps;
    this.#uploads = new Uploads(deps);
  }

  view(): AttachmentsView {
    const { store: current, address, words } = this.#deps;
    const store = current();
    const listing = store?.attachments.list(address).state;
    return {
      ...listViewState(listing, words),
      items:
        store === undefined || listing === undefined
          ? []
          : listing.ids
              .flatMap((id) => store.attachments.get(id) ?? [])
              .filter((one) => one.is_uploaded !== false)
              .map((one) => this.#item(one, store)),
      ...this.#uploads.view(),
    };
  }

  /** Attaches the file, even if the page is closed during the upload. */
  async attach(file: ChosenFile): Promise<ItemAnswer> {
    const answer = await this.#uploads.attach(file);
    if (this.#isGone && answer.problem !== undefined) this.#deps.files.showMessage(answer.problem);
    return answer;
  }

  attachBytes(name: string, type: string, bytes: ArrayBuffer): Promise<ItemAnswer> {
    const content = new Uint8Array(bytes);
    return this.attach({ name, type, size: content.byteLength, read: () => piecesOf(content) });
  }

  /** Lets the user choose files and attaches them. */
  async choose(): Promise<ItemAnswer> {
    const chosen = await this.#deps.files.choose();
    const answers = await Promise.all(chosen.map((file) => this.attach(file)));
    const problems = answers.flatMap(({ problem }) => problem ?? []);
    // A failed upload shows its error in its own row.
    return this.#uploads.view().uploads.length > 0 || problems.length === 0 ? {} : { problem: problems.join(' ') };
  }

  retry(id: string): Promise<ItemAnswer> {
    return this.#uploads.retry(id).then(() => ({}));
  }

  cancel(id: string): void {
    this.#uploads.cancel(id);
  }

  /** Downloads the file and shows it in the editor. */
  open(id: string): Promise<ItemAnswer> {
    return this.#fetched(id, 'opening', (name, bytes) => this.#deps.files.open(id, name, bytes));
  }

  /** Downloads the file to the location that the user chooses. */
  async save(id: string): Promise<ItemAnswer> {
    const attachment = this.#deps.store()?.attachments.get(id);
    const place = attachment === undefined ? undefined : await this.#deps.files.askPlace(nameOf(attachment));
    return place === undefined ? {} : this.#fetched(id, 'saving', (_, bytes) => place.write(bytes));
  }

  remove(id: string): Promise<ItemAnswer> {
    return this.#doing(id, 'deleting', async (store) => {
      await store.attachments.remove(this.#deps.address, id);
      return undefined;
    });
  }

  dispose(): void {
    this.#isGone = true;
  }

  #fetched(
    id: string,
    busy: NonNullable<Item['busy']>,
    use: (name: string, bytes: Uint8Array) => Promise<string | undefined>,
  ): Promise<ItemAnswer> {
    return this.#doing(id, busy, async (store) => {
      const attachment = store.attachments.get(id);
      const { bytes } = await store.attachments.download(this.#deps.address, id, {});
      return use(nameOf(attachment), bytes);
    });
  }

  async #doing(
    id: string,
    busy: NonNullable<Item['busy']>,
    work: (store: Store) => Promise<string | undefined>,
  ): Promise<ItemAnswer> {
    const store = this.#deps.store();
    if (store === undefined) return { problem: l10n.t('You are signed out.') };
    if (this.#busy.has(id)) return {};
    this.#busy.set(id, busy);
    this.#deps.changed();
    try {
      const problem = await work(store);
      return problem === undefined ? {} : { problem };
    } catch (error) {
      return { problem: this.#deps.words(faultOf(error)) };
    } finally {
      this.#busy.delete(id);
      this.#deps.changed();
    }
  }

  #item(one: Attachment, store: Store): Item {
    const name = nameOf(one);
    const type = one.attributes?.type ?? typeOfName(name);
    const size = one.attributes?.size ?? one.size ?? undefined;
    const { address, missed } = this.#deps;
    const who = one.created_by ? store.user(address.project, idOf(one.created_by)) : undefined;
    if (one.created_by && who === undefined) missed('members');
    return {
      id: one.id,
      name,
      size: size === undefined ? undefined : formatBytes(size),
      author: who === undefined ? undefined : nameOfUser(who),
      createdAt: one.created_at ?? undefined,
      isPicture: isShownPicture(type, name),
      opens: isShownPicture(type, name) || isText(type, name),
      busy: this.#busy.get(one.id),
    };
  }
}

function nameOf(attachment: Attachment | undefined): string {
  return attachment?.attributes?.name || l10n.t('Unnamed file');
}

const PIECE_BYTES = 64 * 1024;

async function* piecesOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.byteLength; at += PIECE_BYTES) yield bytes.subarray(at, at + PIECE_BYTES);
}
