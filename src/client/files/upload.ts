// Attaches a file to a work item, and deletes an incomplete upload after a failure.

import { randomUUID } from 'node:crypto';
import * as l10n from '@vscode/l10n';
import { isAcceptedFileType, UNKNOWN_FILE_TYPE } from '../../contract/attachmentTypes.ts';
import type { Attachment, UploadCredentials } from '../../contract/resources/attachment.ts';
import { STATUS } from '../../contract/status.ts';
import { smallestOf } from '../../std/firstInOrder.ts';
import { ApiError, faultOf, ignoreRecordGone } from '../apiError.ts';
import type { Urgency } from '../call.ts';
import { multipartForm } from './multipart.ts';
import { objectStoreFault, objectStoreUrl, STORE_HEADERS } from './objectStore.ts';
import { type TransferOptions, transfer } from './transfer.ts';

/** A file to attach. `size` must be the number of bytes that the stream yields. The stream is read only once. */
export type UploadSource = {
  readonly name: string;
  /** MIME type; empty if unknown. */
  readonly type: string;
} & ({ readonly bytes: Uint8Array } | { readonly stream: AsyncIterable<Uint8Array>; readonly size: number });

export interface UploadOptions extends TransferOptions {
  readonly path: { readonly project_id: string; readonly work_item_id: string };
  readonly file: UploadSource;
  /** Urgency of all requests to the server except the request that deletes an incomplete upload. Default `user`. */
  readonly urgency?: Urgency;
  /**
   * Another system and the id of the file in that system. If the work item has an asset with the same `external`, even
   * one with an incomplete upload, the server rejects the upload with a 409 that contains the id of this asset.
   */
  readonly external?: { readonly source: string; readonly id: string };
  /** Called with the number of bytes of the file that were sent, from 0 to `total`. */
  readonly onProgress?: (sentBytes: number, total: number) => void;
  /**
   * Id of the asset that an earlier attempt could not delete, see `onDeleteFailed`. The asset is deleted before the
   * upload, so that the file is never attached twice.
   */
  readonly earlierAssetId?: string | undefined;
  /**
   * Called when the upload failed and the asset could not be deleted. The server may list this asset as an attachment.
   */
  readonly onDeleteFailed?: (asset_id: string) => void;
}

export interface UploadResult {
  readonly asset_id: string;
  /** The attachment; undefined if no response contains its record. */
  readonly attachment: Attachment | undefined;
}

const CHUNK_BYTES = 64 * 1024;

/** A server rejects the upload if its list of types does not contain the type. */
function sentTypeOf({ type }: UploadSource): string {
  return isAcceptedFileType(type) ? type : UNKNOWN_FILE_TYPE;
}

function sizeOf(file: UploadSource): number {
  return 'bytes' in file ? file.bytes.byteLength : file.size;
}

async function* convertReadErrors(stream: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* stream;
  } catch (thrown) {
    const errorText =
      thrown instanceof Error
        ? l10n.t('The file could not be read: {0}', thrown.message)
        : l10n.t('The file could not be read');
    throw new ApiError({ kind: 'invalidRequest', fields: { file: errorText } });
  }
}

async function* chunksOf(file: UploadSource): AsyncGenerator<Uint8Array> {
  if ('stream' in file) {
    yield* convertReadErrors(file.stream);
    return;
  }
  for (let offset = 0; offset < file.bytes.byteLength; offset += CHUNK_BYTES)
    yield file.bytes.subarray(offset, offset + CHUNK_BYTES);
}

/**
 * Yields the file's bytes, and calls `onSent` after each chunk was sent.
 * @throws ApiError (`invalidRequest`) when the number of bytes differs from the size that the request has declared.
 */
async function* withUploadProgress(file: UploadSource, onSent: (bytes: number) => void): AsyncGenerator<Uint8Array> {
  const total = sizeOf(file);
  const sizeError = new ApiError({
    kind: 'invalidRequest',
    fields: { size: l10n.t('The file changed while it was read') },
  });
  let sentBytes = 0;
  for await (const chunk of chunksOf(file)) {
    if (sentBytes + chunk.byteLength > total) throw sizeError;
    yield chunk;
    sentBytes += chunk.byteLength;
    onSent(sentBytes);
  }
  if (sentBytes < total) throw sizeError;
}

async function* concatenate(
  head: Uint8Array,
  content: AsyncIterable<Uint8Array>,
  tail: Uint8Array,
): AsyncGenerator<Uint8Array> {
  yield head;
  yield* content;
  yield tail;
}

/**
 * Checks the size limit before the upload: if a file is too large, the server does not reject the request, but returns
 * a smaller size, and the object store would reject the file after the whole upload.
 * @throws ApiError (`rejected`, 413) when the size in the response is smaller than the file.
 */
function throwIfTooLarge({ attachment }: UploadCredentials, size: number): void {
  const acceptedSize = smallestOf(
    [attachment?.size, attachment?.attributes?.size].map((reportedSize) =>
      typeof reportedSize === 'number' && reportedSize > 0 ? reportedSize : size,
    ),
  );
  if (acceptedSize >= size) return;
  throw new ApiError({
    kind: 'rejected',
    status: STATUS.tooLarge,
    detail: `At most ${acceptedSize} bytes`,
    fields: {},
    maxBytes: acceptedSize,
  });
}

async function sendToObjectStore(
  options: UploadOptions,
  { upload_data: { url: storeAddress, fields } }: UploadCredentials,
): Promise<void> {
  const { client, file, onProgress } = options;
  const url = objectStoreUrl(storeAddress, client.baseUrl);
  const size = sizeOf(file);
  const form = multipartForm(fields, { name: file.name, type: sentTypeOf(file) }, `contrail-${randomUUID()}`);
  onProgress?.(0, size);
  const response = await transfer(options, url, (transport, signal, notifyProgress) => {
    const content = withUploadProgress(file, (sent) => {
      notifyProgress();
      onProgress?.(sent, size);
    });
    return transport.upload({
      url: url.href,
      headers: { ...STORE_HEADERS, 'content-type': form.contentType },
      body: concatenate(form.head, content, form.tail),
      length: form.head.byteLength + size + form.tail.byteLength,
      signal,
    });
  });
  const fault = objectStoreFault(response, url);
  if (fault !== undefined) throw new ApiError(fault);
}

/** Deletes the asset, if it still exists. Rejects with an ApiError. */
async function deleteAsset({ client, path }: UploadOptions, asset_id: string): Promise<void> {
  await client.call.deleteAttachment({ ...path, asset_id }).catch(ignoreRecordGone);
}

/**
 * Deletes the asset, or calls `onDeleteFailed` if deleting failed. Does not throw an ApiError, because the caller
 * throws the error of the upload.
 */
async function deleteFailedUpload(options: UploadOptions, asset_id: string): Promise<void> {
  try {
    await deleteAsset(options, asset_id);
  } catch (thrown) {
    faultOf(thrown);
    options.onDeleteFailed?.(asset_id);
  }
}

/**
 * Attaches the file. Rejects with an ApiError after the asset on the server was deleted or `onDeleteFailed` was called.
 * The request to the object store does not contain the key, and does not count toward the server's rate limit.
 */
export async function uploadFile(options: UploadOptions): Promise<UploadResult> {
  const { client, path, file, signal, urgency = 'user', external, earlierAssetId: earlier } = options;
  const size = sizeOf(file);
  if (earlier !== undefined) await deleteAsset(options, earlier);
  const callOptions = signal === undefined ? { urgency } : { urgency, signal };
  const externalFields = external === undefined ? {} : { external_source: external.source, external_id: external.id };
  const body = { name: file.name, type: sentTypeOf(file), size, ...externalFields };
  const credentials = await client.call.createAttachment({ ...path, body }, callOptions);
  const { asset_id } = credentials;
  try {
    throwIfTooLarge(credentials, size);
    await sendToObjectStore(options, credentials);
    const completedAttachment = await client.call.completeAttachment(
      { ...path, asset_id, body: { is_uploaded: true } },
      callOptions,
    );
    return { asset_id, attachment: completedAttachment ?? credentials.attachment ?? undefined };
  } catch (thrown) {
    await deleteFailedUpload(options, asset_id);
    throw thrown;
  }
}
