// Owns the list envelope (§2, Paginated list envelope).
import * as z from 'zod';
import { numeric } from './wire.ts';

/** The envelope without its results; every key may be missing on some server. */
export const envelope = z.looseObject({
  next_cursor: z.string().nullish(),
  prev_cursor: z.string().nullish(),
  next_page_results: z.boolean().nullish(),
  prev_page_results: z.boolean().nullish(),
  count: numeric.nullish(),
  total_pages: numeric.nullish(),
  total_results: numeric.nullish(),
  extra_stats: z.unknown().optional(),
  results: z.array(z.unknown()),
});

/** What the service answers for a list: every key of §2 present. */
export interface Envelope<T> {
  next_cursor: string;
  prev_cursor: string;
  next_page_results: boolean;
  prev_page_results: boolean;
  count: number;
  total_pages: number;
  total_results: number;
  extra_stats: unknown;
  results: T[];
}

/** What a client is given for a list, whichever form the server chose. */
export interface Page<T> {
  readonly results: readonly T[];
  /** Cursor of the next page; absent on the last one. */
  readonly next: string | undefined;
  /** Records across all pages, where the server says so. */
  readonly total: number | undefined;
  /** Records of this page that could not be read and were left out. */
  readonly skipped: number;
}
