// Owns what is known of the files of work items, and the ways to add, fetch and remove one.

import { faultOf, isRecordGone } from '../../client/apiError.ts';
import type { Client } from '../../client/client.ts';
import { type Downloaded, type DownloadOptions, downloadFile } from '../../client/files/download.ts';
import { type UploadOptions, uploadFile } from '../../client/files/upload.ts';
import type { Attachment } from '../../contract/resources/attachment.ts';
import { type ItemAddress, itemPath, keyOf } from '../address.ts';
import { type CachedList, listSource } from '../lists/cachedList.ts';
import type { PagedList } from '../lists/pagedList.ts';
import type { PagedLists } from '../lists/pagedLists.ts';

type Sending = Omit<UploadOptions, 'client' | 'path'>;
type Fetching = Omit<DownloadOptions, 'client' | 'path'>;

export class AttachmentStore {
  readonly #client: Client;
  readonly #known = new Map<string, Attachment>();
  readonly #listOf: (key: string) => CachedList;

  constructor(client: Client, lists: PagedLists) {
    this.#client = client;
    this.#listOf = lists.define(
      'attachments',
      listSource(
        (owner, query) => client.call.listAttachments({ ...itemPath(owner), query }, { urgency: 'visible' }),
        (_, records) => this.#tell(records),
      ),
    );
  }

  list(address: ItemAddress): PagedList {
    return this.#listOf(keyOf(address));
  }

  get(id: string): Attachment | undefined {
    return this.#known.get(id);
  }

  /**
   * Attaches a file, shows it in the list and gives its id. Rejects with a FaultError; nothing is left on the server
   * then but what `onLeft` was told of.
   */
  async upload(address: ItemAddress, sending: Sending): Promise<string> {
    const { asset_id, attachment } = await uploadFile({
      ...sending,
      client: this.#client,
      path: itemPath(keyOf(address)),
    });
    if (attachment === undefined) {
      const list = this.list(address);
      if (list.state.status === 'ready') await list.reload();
      return asset_id;
    }
    this.#tell([{ ...attachment, id: asset_id, is_uploaded: true }]);
    this.#listOf(keyOf(address)).add(asset_id);
    return asset_id;
  }

  /** Rejects with a FaultError. */
  download(address: ItemAddress, asset_id: string, fetching: Fetching): Promise<Downloaded> {
    return downloadFile({ ...fetching, client: this.#client, path: { ...itemPath(keyOf(address)), asset_id } });
  }

  /** Rejects with a FaultError, but not for a file that is gone already. */
  async remove(address: ItemAddress, asset_id: string): Promise<void> {
    try {
      await this.#client.call.deleteAttachment({ ...itemPath(keyOf(address)), asset_id });
    } catch (error) {
      if (!isRecordGone(faultOf(error))) throw error;
    }
    this.#listOf(keyOf(address)).remove([asset_id]);
    this.#known.delete(asset_id);
  }

  #tell(records: readonly Attachment[]): void {
    for (const one of records) this.#known.set(one.id, one);
  }
}
