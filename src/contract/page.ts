// Defines the object that contains a page of a list (specification §2, Paginated list envelope).
import * as z from 'zod';
import { numeric } from './schema/wire.ts';

/**
 * Schema of the object that contains a page, as servers send it. Does not validate the records in `results`. Depending
 * on the server, any other key may be missing.
 */
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

/** A page as the built-in server sends it, with every key of specification §2. */
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

/** A page as the client returns it. Does not depend on the form in which the server sends pages. */
export interface Page<T> {
  readonly results: readonly T[];
  /** Cursor of the next page; undefined on the last page. */
  readonly next: string | undefined;
  /** Number of records on all pages; undefined if the server does not send the number. */
  readonly total: number | undefined;
  /** Number of records of this page that are invalid and therefore not in `results`. */
  readonly skipped: number;
}
