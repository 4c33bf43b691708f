// Lists, attaches, opens, saves and deletes the files of a work item on its page.

import * as l10n from '@vscode/l10n';
import { faultOf } from '../../client/apiError.ts';
import type { Attachment } from '../../contract/resources/attachment.ts';
import { nameOfUser } from '../../contract/resources/user.ts';
import { idOf } from '../../contract/schema/wire.ts';
import type { Store } from '../../core/cache/store/store.ts';
import type { DelayedDeletions } from '../../items/edits/delayedDeletions.ts';
import type { AttachmentsView, DiscussionAnswer } from '../../shell/protocol/discussionSections.ts';
import { listViewState } from '../../shell/sections/listView.ts';
import type { ChosenFile, DiscussionDeps } from '../../shell/sections/sectionDeps.ts';
import { formatBytes } from '../../std/formatBytes.ts';
import { isSupportedPicture, isTextFile, typeOfName } from './fileTypes.ts';
import { Uploads } from './uploads.ts';

type AttachmentItem = AttachmentsView['items'][number];

export class ItemFiles {
  readonly #deps: DiscussionDeps;
  readonly #deletions: DelayedDeletions;
  readonly #uploads: Uploads;
  readonly #busy = new Map<string, NonNullable<AttachmentItem['busy']>>();
  #isDisposed = false;

  constructor(deps: DiscussionDeps, deletions: DelayedDeletions) {
    this.#deps = deps;
    this.#deletions = deletions;
    this.#uploads = new Uploads(deps);
  }

  view(): AttachmentsView {
    const { store: getStore, address, formatError } = this.#deps;
    const store = getStore();
    const listState = store?.attachments.list(address).state;
    return {
      ...listViewState(listState, formatError),
      items:
        store === undefined || listState === undefined
          ? []
          : listState.ids
              .flatMap((id) => store.attachments.get(id) ?? [])
              .filter((attachment) => attachment.is_uploaded !== false)
              .map((attachment) => this.#itemView(attachment, store)),
      ...this.#uploads.view(),
    };
  }

  /** Attaches the file, even if the page is closed during the upload. */
  async attach(file: ChosenFile): Promise<DiscussionAnswer> {
    const answer = await this.#uploads.attach(file);
    if (this.#isDisposed && answer.problem !== undefined) this.#deps.files.showMessage(answer.problem);
    return answer;
  }

  attachBytes(name: string, type: string, bytes: ArrayBuffer): Promise<DiscussionAnswer> {
    const content = new Uint8Array(bytes);
    return this.attach({ name, type, size: content.byteLength, read: () => chunksOf(content) });
  }

  /** Lets the user choose files and attaches them. */
  async choose(): Promise<DiscussionAnswer> {
    const chosenFiles = await this.#deps.files.choose();
    const answers = await Promise.all(chosenFiles.map((file) => this.attach(file)));
    const problems = answers.flatMap(({ problem }) => problem ?? []);
    // The list of uploads shows the error of each failed upload.
    return this.#uploads.view().uploads.length > 0 || problems.length === 0 ? {} : { problem: problems.join(' ') };
  }

  retry(id: string): Promise<DiscussionAnswer> {
    return this.#uploads.retry(id).then(() => ({}));
  }

  cancel(id: string): void {
    this.#uploads.cancel(id);
  }

  /** Downloads the file and shows it in the editor. */
  open(id: string): Promise<DiscussionAnswer> {
    return this.#downloadAndUse(id, 'opening', (name, bytes) => this.#deps.files.open(id, name, bytes));
  }

  /** Downloads the file to the path that the user chooses. */
  async save(id: string): Promise<DiscussionAnswer> {
    const attachment = this.#deps.store()?.attachments.get(id);
    const destination =
      attachment === undefined ? undefined : await this.#deps.files.chooseDestination(nameOf(attachment));
    return destination === undefined ? {} : this.#downloadAndUse(id, 'saving', (_, bytes) => destination.write(bytes));
  }

  /**
   * Deletes the file unless the user undoes the deletion in time. An error is shown as a notification, because the page
   * may be closed by then.
   */
  async remove(id: string): Promise<DiscussionAnswer> {
    const { store, address, files } = this.#deps;
    if (this.#deletions.has(id) || this.#busy.has(id)) return {};
    const name = nameOf(store()?.attachments.get(id));
    if (!(await this.#deletions.waitForUndo(id))) return {};
    const { problem } = await this.#whileBusy(id, 'deleting', async ({ attachments }) => {
      await attachments.remove(address, id);
      return undefined;
    });
    if (problem !== undefined) files.showMessage(l10n.t('“{0}” was not deleted. {1}', name, problem));
    return {};
  }

  dispose(): void {
    this.#isDisposed = true;
  }

  #downloadAndUse(
    id: string,
    busy: NonNullable<AttachmentItem['busy']>,
    use: (name: string, bytes: Uint8Array) => Promise<string | undefined>,
  ): Promise<DiscussionAnswer> {
    return this.#whileBusy(id, busy, async (store) => {
      const attachment = store.attachments.get(id);
      const { bytes } = await store.attachments.download(this.#deps.address, id, {});
      return use(nameOf(attachment), bytes);
    });
  }

  async #whileBusy(
    id: string,
    busy: NonNullable<AttachmentItem['busy']>,
    work: (store: Store) => Promise<string | undefined>,
  ): Promise<DiscussionAnswer> {
    const store = this.#deps.store();
    if (store === undefined) return { problem: l10n.t('You are signed out.') };
    if (this.#busy.has(id)) return {};
    this.#busy.set(id, busy);
    this.#deps.changed();
    try {
      const problem = await work(store);
      return problem === undefined ? {} : { problem };
    } catch (error) {
      return { problem: this.#deps.formatError(faultOf(error)) };
    } finally {
      this.#busy.delete(id);
      this.#deps.changed();
    }
  }

  #itemView(attachment: Attachment, store: Store): AttachmentItem {
    const name = nameOf(attachment);
    const type = attachment.attributes?.type ?? typeOfName(name);
    const size = attachment.attributes?.size ?? attachment.size ?? undefined;
    const { address, onMissingList } = this.#deps;
    const author = attachment.created_by ? store.user(address.project, idOf(attachment.created_by)) : undefined;
    if (attachment.created_by && author === undefined) onMissingList('members');
    return {
      id: attachment.id,
      name,
      size: size === undefined ? undefined : formatBytes(size),
      author: author === undefined ? undefined : nameOfUser(author),
      createdAt: attachment.created_at ?? undefined,
      isPicture: isSupportedPicture(type, name),
      canBeOpened: isSupportedPicture(type, name) || isTextFile(type, name),
      busy: this.#busy.get(attachment.id),
      ...(this.#deletions.has(attachment.id) ? { isDeleted: true } : {}),
    };
  }
}

function nameOf(attachment: Attachment | undefined): string {
  return attachment?.attributes?.name || l10n.t('Unnamed file');
}

const CHUNK_BYTES = 64 * 1024;

async function* chunksOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let offset = 0; offset < bytes.byteLength; offset += CHUNK_BYTES)
    yield bytes.subarray(offset, offset + CHUNK_BYTES);
}
