// Caches the attachments of work items, and uploads, downloads and deletes them.

import type { Client } from '../../../client/api/client.ts';
import { ignoreRecordGone } from '../../../client/apiError.ts';
import { type DownloadedFile, type DownloadOptions, downloadFile } from '../../../client/files/download.ts';
import { type UploadOptions, uploadFile } from '../../../client/files/upload.ts';
import type { Attachment } from '../../../contract/resources/attachment.ts';
import { type ItemAddress, itemPathParameters, keyOf } from '../address.ts';
import { type CachedList, createListSource } from '../lists/cachedList.ts';
import type { PagedList } from '../lists/pagedList.ts';
import type { PagedLists } from '../lists/pagedLists.ts';

type UploadArguments = Omit<UploadOptions, 'client' | 'path'>;
type DownloadArguments = Omit<DownloadOptions, 'client' | 'path'>;

export class AttachmentStore {
  readonly #client: Client;
  readonly #attachments = new Map<string, Attachment>();
  readonly #listOf: (key: string) => CachedList;

  constructor(client: Client, lists: PagedLists) {
    this.#client = client;
    this.#listOf = lists.defineLists(
      'attachments',
      createListSource(
        (owner, query) => client.call.listAttachments({ ...itemPathParameters(owner), query }, { urgency: 'visible' }),
        (_, records) => this.#storeRecords(records),
      ),
    );
  }

  list(address: ItemAddress): PagedList {
    return this.#listOf(keyOf(address));
  }

  get(id: string): Attachment | undefined {
    return this.#attachments.get(id);
  }

  /**
   * Attaches a file, shows it in the list and resolves with its id. If the promise rejects (with an ApiError), no asset
   * remains on the server, unless `onDeleteFailed` was called with its id.
   */
  async upload(address: ItemAddress, upload: UploadArguments): Promise<string> {
    const { asset_id, attachment } = await uploadFile({
      ...upload,
      client: this.#client,
      path: itemPathParameters(keyOf(address)),
    });
    if (attachment === undefined) {
      const list = this.list(address);
      if (list.state.status === 'ready') await list.reload();
      return asset_id;
    }
    this.#storeRecords([{ ...attachment, id: asset_id, is_uploaded: true }]);
    this.#listOf(keyOf(address)).add(asset_id);
    return asset_id;
  }

  /** Downloads an attachment. Rejects with an ApiError. */
  download(address: ItemAddress, asset_id: string, download: DownloadArguments): Promise<DownloadedFile> {
    return downloadFile({
      ...download,
      client: this.#client,
      path: { ...itemPathParameters(keyOf(address)), asset_id },
    });
  }

  /** Deletes an attachment. Rejects with an ApiError, but not if it is already deleted. */
  async remove(address: ItemAddress, asset_id: string): Promise<void> {
    await this.#client.call
      .deleteAttachment({ ...itemPathParameters(keyOf(address)), asset_id })
      .catch(ignoreRecordGone);
    this.#listOf(keyOf(address)).remove([asset_id]);
    this.#attachments.delete(asset_id);
  }

  #storeRecords(records: readonly Attachment[]): void {
    for (const attachment of records) this.#attachments.set(attachment.id, attachment);
  }
}
