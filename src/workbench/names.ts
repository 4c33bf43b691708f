// Owns the ids under which the manifest and the code know views, panels, schemes, contexts and settings.

export const PROJECTS_VIEW = 'contrail.projects';
export const ITEM_PANEL = 'contrail.workItem';
export const COMMENT_SCHEME = 'contrail-comment';
/** `none` when it is known that nobody is signed in, `local` or `remote` when somebody is; unset while that is unknown. */
export const SESSION_CONTEXT = 'contrail.session';
