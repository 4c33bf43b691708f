// Owns the ids under which the manifest and the code know views, panels, schemes, contexts and settings.

export const PROJECTS_VIEW = 'contrail.projects';
/** The trees of the sidebar. */
export const VIEW_IDS = {
  myWork: 'contrail.myWork',
  projects: PROJECTS_VIEW,
  initiatives: 'contrail.initiatives',
  teamspaces: 'contrail.teamspaces',
  customers: 'contrail.customers',
} as const;
/** Set while the filter of the work items shows only some of them. */
export const FILTERED_CONTEXT = 'contrail.filtered';
export const STICKIES_VIEW = 'contrail.stickies';
export const ITEM_PANEL = 'contrail.workItem';
export const OVERVIEW_PANEL = 'contrail.overview';
export const COMMENT_SCHEME = 'contrail-comment';
/** `none` when it is known that nobody is signed in, `local` or `remote` when somebody is; unset while that is unknown. */
export const SESSION_CONTEXT = 'contrail.session';
/** Remembered over restarts: whether somebody was signed in when it was last known. */
export const SIGNED_IN_MEMORY = 'signedIn';
/** Followed by the name of a view: set while the server is known not to offer what it would show. */
export const LACKS_CONTEXT = 'contrail.lacks.';
/** The connection report. */
export const REPORT_SCHEME = 'contrail-report';
/** Read-only texts of one side of a conflict. */
export const COMPARE_SCHEME = 'contrail-compare';
/** Records of a tree on their way to another row: JSON. */
export const RECORDS_MIME = 'application/vnd.contrail.records';
