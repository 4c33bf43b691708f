// Converts a page's model to the content of a tab that the simulated user reads.
import type { PageModel } from '../../../src/shell/protocol/messages.ts';
import type { Tab } from './protocol.ts';

/** The content of a tab after its record was created: the page for the new record has been closed. */
export const EMPTY_TAB: Tab = {
  status: 'loading',
  fields: {},
  unsent: false,
  saving: false,
  conflicts: [],
  composer: '',
  edits: {},
  editsChangedOnServer: [],
  comments: {},
  palette: '',
  failedUploads: {},
  files: [],
};

export function tabOf(model: PageModel): Tab {
  const { comments: commentState, attachments } = model.discussion ?? {};
  return {
    status: model.status,
    fields: Object.fromEntries(model.fields.map(({ name, value }) => [name, value])),
    unsent: model.unsent,
    saving: model.saving,
    conflicts: model.conflicts.map(({ field, theirs }) => ({ field, theirs })),
    composer: model.composer.html,
    edits: Object.fromEntries(Object.entries(commentState?.edits ?? {}).map(([id, { html }]) => [id, html])),
    editsChangedOnServer: Object.entries(commentState?.edits ?? {}).flatMap(([id, { isChangedOnServer }]) =>
      isChangedOnServer ? [id] : [],
    ),
    comments: Object.fromEntries(model.comments.items.map(({ id, html }) => [id, html])),
    palette: '',
    failedUploads: Object.fromEntries(
      (attachments?.uploads ?? []).filter(({ problem }) => problem).map(({ id, name }) => [id, name]),
    ),
    files: attachments?.items.map(({ name }) => name) ?? [],
  };
}
