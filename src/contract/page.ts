// Defines the envelope of a list (§2, Paginated list envelope).
import * as z from 'zod';
import { numeric } from './wire.ts';

/** Schema of the envelope; its results are not validated. Any other key may be missing on some server. */
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

/** The list that the local server answers: every key of §2 is present. */
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

/** The list that a client's caller receives, whichever form the server sent. */
export interface Page<T> {
  readonly results: readonly T[];
  /** Cursor of the next page; absent on the last one. */
  readonly next: string | undefined;
  /** Number of records on all pages, if the server sends it. */
  readonly total: number | undefined;
  /** Number of records of this page that could not be read and were left out. */
  readonly skipped: number;
}
