// Ids that package.json does not declare: URI schemes, a MIME type and a key of the memory. Those it declares are in
// contributions.ts.

export const COMMENT_SCHEME = 'contrail-comment';
/** Remembered over restarts: whether somebody was signed in when it was last known. */
export const SIGNED_IN_MEMORY = 'signedIn';
/** The connection report. */
export const REPORT_SCHEME = 'contrail-report';
/** Read-only texts of one side of a conflict. */
export const COMPARE_SCHEME = 'contrail-compare';
/** Records of a tree on their way to another row: JSON. */
export const RECORDS_MIME = 'application/vnd.contrail.records';
