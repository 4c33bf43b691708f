// Downloads a file of a third party: without the key, few redirects, with a size limit.

import * as l10n from '@vscode/l10n';
import { ApiError } from '../apiError.ts';
import type { Downloaded } from './download.ts';
import { notLowered, objectStoreError, STORE_HEADERS } from './objectStore.ts';
import { type TransferOptions, transfer } from './transfer.ts';

export interface OutsideOptions extends TransferOptions {
  /** Must be http or https; else `fetchOutside` rejects with `invalidRequest`. */
  readonly url: string;
  readonly maxBytes: number;
}

const MOST_REDIRECTS = 4;

function webAddress(text: string, base?: string): URL {
  const url = URL.canParse(text, base) ? new URL(text, base) : undefined;
  if (url?.protocol === 'https:' || url?.protocol === 'http:') return url;
  throw new ApiError({
    kind: 'invalidRequest',
    fields: { address: l10n.t('Only http and https addresses are supported') },
  });
}

/** Resolves with the whole file. A redirect from https to http is not followed. Rejects with an ApiError. */
export async function fetchOutside(options: OutsideOptions): Promise<Downloaded> {
  const { maxBytes } = options;
  let url = webAddress(options.url);
  for (let redirects = 0; ; redirects += 1) {
    const { href } = url;
    const file = await transfer(options, url, (wire, signal, moved) =>
      wire.receive({ url: href, headers: STORE_HEADERS, maxBytes, onReceived: moved, signal }),
    );
    const { location } = file.headers;
    if (file.status >= 200 && file.status < 300) return { bytes: file.bytes, type: file.headers['content-type'] };
    if (file.status >= 300 && file.status < 400 && location !== undefined && redirects < MOST_REDIRECTS)
      url = notLowered(url, webAddress(location, href));
    else {
      const fault = objectStoreError({ status: file.status, headers: file.headers, body: '' }, url);
      throw new ApiError(fault ?? { kind: 'invalidResponse', status: file.status, detail: '' });
    }
  }
}
