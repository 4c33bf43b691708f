// Attaches a file to a work item, and deletes what is left of it after a failure.

import { randomUUID } from 'node:crypto';
import * as l10n from '@vscode/l10n';
import type { Attachment, UploadCredentials } from '../../contract/resources/attachment.ts';
import { STATUS } from '../../contract/status.ts';
import { ApiError, faultOf, isRecordGone } from '../apiError.ts';
import { multipartForm } from './multipart.ts';
import { objectStoreError, STORE_HEADERS, storeAddress } from './objectStore.ts';
import { type TransferOptions, transfer } from './transfer.ts';

/** A file to attach. `size` must be the number of bytes that the stream yields; the stream is read once. */
export type UploadSource = {
  readonly name: string;
  /** MIME type; empty when it is not known. */
  readonly type: string;
} & ({ readonly bytes: Uint8Array } | { readonly stream: AsyncIterable<Uint8Array>; readonly size: number });

export interface UploadOptions extends TransferOptions {
  readonly path: { readonly project_id: string; readonly work_item_id: string };
  readonly file: UploadSource;
  /** Called with the bytes of the file that have been sent, from 0 to all of them. */
  readonly onProgress?: (sentBytes: number, total: number) => void;
  /**
   * Id of the asset that an earlier attempt left on the server, see `onLeft`. It is deleted first, so that the file is
   * never attached twice.
   */
  readonly earlier?: string | undefined;
  /** Called with the asset's id when it could not be deleted after a failure: the server may count it as attached. */
  readonly onLeft?: (asset_id: string) => void;
}

export interface Uploaded {
  readonly asset_id: string;
  /** The attachment, if the server describes it. */
  readonly attachment: Attachment | undefined;
}

const CHUNK_BYTES = 64 * 1024;
/** Every server accepts it. */
const UNKNOWN_TYPE = 'application/octet-stream';

function sizeOf(file: UploadSource): number {
  return 'bytes' in file ? file.bytes.byteLength : file.size;
}

async function* readable(stream: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* stream;
  } catch (thrown) {
    const rule =
      thrown instanceof Error
        ? l10n.t('The file could not be read: {0}', thrown.message)
        : l10n.t('The file could not be read');
    throw new ApiError({ kind: 'invalidRequest', fields: { file: rule } });
  }
}

async function* chunksOf(file: UploadSource): AsyncGenerator<Uint8Array> {
  if ('stream' in file) {
    yield* readable(file.stream);
    return;
  }
  for (let at = 0; at < file.bytes.byteLength; at += CHUNK_BYTES) yield file.bytes.subarray(at, at + CHUNK_BYTES);
}

/**
 * Yields the file's bytes, and reports each part after it has been sent.
 * @throws ApiError (`invalidRequest`) when the file is not as long as announced, because the form declares the length.
 */
async function* counted(file: UploadSource, onSent: (bytes: number) => void): AsyncGenerator<Uint8Array> {
  const total = sizeOf(file);
  const changed = new ApiError({
    kind: 'invalidRequest',
    fields: { size: l10n.t('The file changed while it was read') },
  });
  let sent = 0;
  for await (const part of chunksOf(file)) {
    if (sent + part.byteLength > total) throw changed;
    yield part;
    sent += part.byteLength;
    onSent(sent);
  }
  if (sent < total) throw changed;
}

async function* around(
  head: Uint8Array,
  middle: AsyncIterable<Uint8Array>,
  tail: Uint8Array,
): AsyncGenerator<Uint8Array> {
  yield head;
  yield* middle;
  yield tail;
}

/**
 * A server silently reserves no more than its limit; the store would then reject the whole file after it was sent.
 * @throws ApiError (`rejected`, 413) when the server reserved fewer bytes than the file has.
 */
function throwIfTooLarge({ attachment }: UploadCredentials, size: number): void {
  const booked = Math.min(
    ...[attachment?.size, attachment?.attributes?.size].map((one) => (typeof one === 'number' && one > 0 ? one : size)),
  );
  if (booked >= size) return;
  throw new ApiError({
    kind: 'rejected',
    status: STATUS.tooLarge,
    detail: `At most ${booked} bytes`,
    fields: {},
    largest: booked,
  });
}

async function sendToStore(
  options: UploadOptions,
  { upload_data: { url: address, fields } }: UploadCredentials,
): Promise<void> {
  const { client, file, onProgress } = options;
  const url = storeAddress(address, client.baseUrl);
  const size = sizeOf(file);
  const form = multipartForm(fields, { name: file.name, type: file.type || UNKNOWN_TYPE }, `contrail-${randomUUID()}`);
  onProgress?.(0, size);
  const answer = await transfer(options, url, (wire, signal, moved) => {
    const middle = counted(file, (sent) => {
      moved();
      onProgress?.(sent, size);
    });
    return wire.send({
      url: url.href,
      headers: { ...STORE_HEADERS, 'content-type': form.contentType },
      body: around(form.head, middle, form.tail),
      length: form.head.byteLength + size + form.tail.byteLength,
      signal,
    });
  });
  const fault = objectStoreError(answer, url);
  if (fault !== undefined) throw new ApiError(fault);
}

/** Resolves also when the asset no longer exists. Rejects with an ApiError. */
async function remove({ client, path }: UploadOptions, asset_id: string): Promise<void> {
  try {
    await client.call.deleteAttachment({ ...path, asset_id });
  } catch (thrown) {
    if (!isRecordGone(faultOf(thrown))) throw thrown;
  }
}

/** Never rejects with an ApiError: the caller needs the first failure; the client logs why this one failed. */
async function deleteUpload(options: UploadOptions, asset_id: string): Promise<void> {
  try {
    await remove(options, asset_id);
  } catch (thrown) {
    faultOf(thrown);
    options.onLeft?.(asset_id);
  }
}

/**
 * Attaches the file. Rejects with an ApiError; by then the asset that was created on the server has been deleted, or
 * `onLeft` was called. The credentials are requested like any call; the file is sent to the store without the key, and
 * does not count against the rate limit.
 */
export async function uploadFile(options: UploadOptions): Promise<Uploaded> {
  const { client, path, file, signal, earlier } = options;
  const size = sizeOf(file);
  if (earlier !== undefined) await remove(options, earlier);
  const callOptions = signal === undefined ? {} : { signal };
  const body = { name: file.name, type: file.type || UNKNOWN_TYPE, size };
  const credentials = await client.call.createAttachment({ ...path, body }, callOptions);
  const { asset_id } = credentials;
  try {
    throwIfTooLarge(credentials, size);
    await sendToStore(options, credentials);
    const done = await client.call.completeAttachment({ ...path, asset_id, body: { is_uploaded: true } }, callOptions);
    return { asset_id, attachment: done ?? credentials.attachment ?? undefined };
  } catch (thrown) {
    await deleteUpload(options, asset_id);
    throw thrown;
  }
}
