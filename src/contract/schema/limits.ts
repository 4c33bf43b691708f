// Limits of the API: those of specification §8, and limits observed on real servers that the specification omits.

/** Page size of every request. Every server accepts it (specification §4: maximum 100). */
export const PAGE_SIZE = 100;
export const MAX_PAGE_SIZE = 100;
/** Number of requests that the server accepts from one key within any 60 seconds (specification §8). */
export const REQUESTS_PER_MINUTE = 60;
export const RATE_WINDOW_MS = 60_000;
/** Maximum size of a request's body, in bytes. Real servers respond to a larger body with 413. */
export const MAX_BODY_BYTES = 5 * 1024 * 1024;
export const MAX_NAME_LENGTH = 255;
export const MAX_IDENTIFIER_LENGTH = 12;
