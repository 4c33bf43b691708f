// Downloads an attachment: requests its URL from the server, then its bytes from the object store.

import { ApiError } from '../apiError.ts';
import type { Urgency } from '../call.ts';
import type { FileResponse } from '../transport.ts';
import { objectStoreFault, objectStoreUrl, STORE_HEADERS } from './objectStore.ts';
import { type TransferOptions, transfer } from './transfer.ts';

export interface DownloadOptions extends TransferOptions {
  readonly path: { readonly project_id: string; readonly work_item_id: string; readonly asset_id: string };
  /** Urgency of the request for the URL of the file. Default `user`. */
  readonly urgency?: Urgency;
  /**
   * The maximum size of the file, in bytes. For a larger file, the download rejects with `invalidResponse` and the
   * detail `UND_ERR_RES_EXCEEDED_MAX_SIZE`. Default 100 MiB.
   */
  readonly maxBytes?: number;
  /** `total` is the size of the file; undefined if the object store does not send the size. */
  readonly onProgress?: (receivedBytes: number, total: number | undefined) => void;
}

export interface DownloadedFile {
  readonly bytes: Uint8Array;
  /** MIME type; undefined if the server does not send one. */
  readonly type: string | undefined;
}

const MAX_BYTES = 100 * 1024 * 1024;

function toTextResponse({ status, headers, bytes }: FileResponse) {
  return { status, headers, body: new TextDecoder().decode(bytes.subarray(0, 20_000)) };
}

/** Resolves with the whole file. Rejects with an ApiError. */
export async function downloadFile(options: DownloadOptions): Promise<DownloadedFile> {
  const { client, path, signal, urgency = 'user', maxBytes = MAX_BYTES, onProgress } = options;
  const { location } = await client.call.downloadAttachment(
    path,
    signal === undefined ? { urgency } : { urgency, signal },
  );
  const url = objectStoreUrl(location, client.baseUrl);
  const file = await transfer(options, url, (transport, transferSignal, notifyProgress) => {
    const onReceived = (received: number, total: number | undefined): void => {
      notifyProgress();
      onProgress?.(received, total);
    };
    return transport.download({ url: url.href, headers: STORE_HEADERS, maxBytes, onReceived, signal: transferSignal });
  });
  const fault = file.status >= 200 && file.status < 300 ? undefined : objectStoreFault(toTextResponse(file), url);
  if (fault !== undefined) throw new ApiError(fault);
  return { bytes: file.bytes, type: file.headers['content-type'] };
}
