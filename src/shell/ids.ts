// Ids that package.json does not declare: URI schemes, a comment controller, a MIME type and a memento key.
// The ids that package.json declares are in contributions.ts.

export const COMMENT_SCHEME = 'contrail-comment';
/** The id of the comment threads beside the code. `when` clauses of package.json contain the same id. */
export const COMMENT_CONTROLLER = 'contrail.codeComments';
export const DESCRIPTION_SCHEME = 'contrail-description';
/** The memento key of the last known sign-in state. */
export const SIGNED_IN_MEMENTO_KEY = 'signedIn';
/** The URI scheme of decorated tree rows. */
export const ROW_SCHEME = 'contrail-row';
/** The URI scheme of connection reports. */
export const REPORT_SCHEME = 'contrail-report';
/** The URI scheme of reports about copies of projects. */
export const TEXT_SCHEME = 'contrail-text';
/** The URI scheme of the texts in a diff editor. */
export const COMPARE_SCHEME = 'contrail-compare';
/** The MIME type of dragged records, as JSON. */
export const RECORDS_MIME = 'application/vnd.contrail.records';
