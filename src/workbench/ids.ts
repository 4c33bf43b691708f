// Ids that package.json does not declare: URI schemes, a MIME type and a memento key.
// Those that it declares are in contributions.ts.

export const COMMENT_SCHEME = 'contrail-comment';
/** Memento key: whether the user was signed in at the last known time. Stored across restarts. */
export const SIGNED_IN_MEMORY = 'signedIn';
/** Documents of the connection report. */
export const REPORT_SCHEME = 'contrail-report';
/** Read-only texts of one side of a comparison. */
export const COMPARE_SCHEME = 'contrail-compare';
/** Dragged records as JSON. */
export const RECORDS_MIME = 'application/vnd.contrail.records';
