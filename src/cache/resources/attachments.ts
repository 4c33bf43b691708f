// Owns what is known of the files of work items, and the ways to add, fetch and remove one.

import { ApiError, faultOf } from '../../client/apiError.ts';
import type { Client } from '../../client/client.ts';
import { type Downloaded, type DownloadOptions, downloadFile } from '../../client/files/download.ts';
import { type UploadOptions, uploadFile } from '../../client/files/upload.ts';
import type { Attachment } from '../../contract/resources/attachment.ts';
import { type ItemAddress, itemPath, keyOf } from '../address.ts';
import { OwnedList } from '../lists/ownedList.ts';
import type { PagedListState, PagedLists } from '../lists/pagedList.ts';

type Sending = Omit<UploadOptions, 'client' | 'path'>;
type Fetching = Omit<DownloadOptions, 'client' | 'path'>;

export class AttachmentStore {
  readonly #client: Client;
  readonly #known = new Map<string, Attachment>();
  /** Owned by a work item's key. */
  readonly #lists: OwnedList<Attachment>;

  constructor(client: Client, collections: PagedLists) {
    this.#client = client;
    this.#lists = new OwnedList(
      collections,
      'attachments',
      (owner, query) => client.call.listAttachments({ ...itemPath(owner), query }, { urgency: 'visible' }),
      (_, records) => this.#tell(records),
    );
  }

  /** What `onDidChangeListing` of the store fires with. */
  key(address: ItemAddress): string {
    return this.#lists.key(keyOf(address));
  }

  of(address: ItemAddress): PagedListState {
    return this.#lists.of(keyOf(address));
  }

  get(id: string): Attachment | undefined {
    return this.#known.get(id);
  }

  read(address: ItemAddress): Promise<void> {
    return this.#lists.read(keyOf(address));
  }

  more(address: ItemAddress): Promise<void> {
    return this.#lists.loadMore(keyOf(address));
  }

  again(address: ItemAddress): Promise<void> {
    return this.#lists.reload(keyOf(address));
  }

  /** Attaches a file, shows it in the list and gives its id. Rejects with a FaultError; nothing is left on the server then but what `onLeft` was told of. */
  async upload(address: ItemAddress, sending: Sending): Promise<string> {
    const { asset_id, attachment } = await uploadFile({ ...sending, client: this.#client, path: itemPath(keyOf(address)) });
    if (attachment === undefined) {
      if (this.of(address).status === 'ready') await this.again(address);
      return asset_id;
    }
    this.#tell([{ ...attachment, id: asset_id, is_uploaded: true }]);
    this.#lists.add(keyOf(address), asset_id);
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
      const fault = faultOf(error);
      if (fault.kind !== 'notFound' || fault.route) throw new ApiError(fault);
    }
    this.#lists.drop(keyOf(address), asset_id);
    this.#known.delete(asset_id);
  }

  #tell(records: readonly Attachment[]): void {
    for (const one of records) this.#known.set(one.id, one);
  }
}
