// Downloads a file from another server, without sending the key. Limits the number of redirects and the size.

import * as l10n from '@vscode/l10n';
import { ApiError } from '../apiError.ts';
import type { DownloadedFile } from './download.ts';
import { objectStoreFault, requireSecureTarget, STORE_HEADERS } from './objectStore.ts';
import { type TransferOptions, transfer } from './transfer.ts';

export interface ExternalFileOptions extends TransferOptions {
  /** Must be an http or https URL, otherwise `downloadExternalFile` rejects with `invalidRequest`. */
  readonly url: string;
  readonly maxBytes: number;
}

const MAX_REDIRECTS = 4;

function parseWebUrl(url: string, baseUrl?: string): URL {
  const parsed = URL.canParse(url, baseUrl) ? new URL(url, baseUrl) : undefined;
  if (parsed?.protocol === 'https:' || parsed?.protocol === 'http:') return parsed;
  throw new ApiError({
    kind: 'invalidRequest',
    fields: { address: l10n.t('Only http and https addresses are supported') },
  });
}

/** Resolves with the whole file. A redirect from https to http is not followed. Rejects with an ApiError. */
export async function downloadExternalFile(options: ExternalFileOptions): Promise<DownloadedFile> {
  const { maxBytes } = options;
  let url = parseWebUrl(options.url);
  for (let redirectCount = 0; ; redirectCount += 1) {
    const { href } = url;
    const file = await transfer(options, url, (transport, signal, notifyProgress) =>
      transport.download({ url: href, headers: STORE_HEADERS, maxBytes, onReceived: notifyProgress, signal }),
    );
    const { location } = file.headers;
    if (file.status >= 200 && file.status < 300) return { bytes: file.bytes, type: file.headers['content-type'] };
    if (file.status >= 300 && file.status < 400 && location !== undefined && redirectCount < MAX_REDIRECTS)
      url = requireSecureTarget(url, parseWebUrl(location, href));
    else {
      const fault = objectStoreFault({ status: file.status, headers: file.headers, body: '' }, url);
      throw new ApiError(fault ?? { kind: 'invalidResponse', status: file.status, detail: '' });
    }
  }
}
