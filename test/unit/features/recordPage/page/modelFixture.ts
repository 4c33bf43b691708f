// Creates models of a page for tests.

import type { FieldView } from '../../../../../src/items/form/fieldProtocol.ts';
import { recordFormOf } from '../../../../../src/items/form/recordForm.ts';
import type { DiscussionView } from '../../../../../src/shell/protocol/discussionSections.ts';
import type { PageModel } from '../../../../../src/shell/protocol/messages.ts';
import { EMPTY_CODE } from '../../../../support/emptyCode.ts';

const FORM_FIELDS = (['workItem', 'epic'] as const).flatMap((kind) => recordFormOf(kind, false).fields);

export function field(
  name: FieldView['name'],
  kind: FieldView['kind'],
  value: FieldView['value'],
  more: Partial<FieldView> = {},
): FieldView {
  const shortcut = FORM_FIELDS.find((one) => one.name === name)?.shortcut;
  const shortcuts = shortcut === undefined ? {} : { shortcut };
  return { name, label: name, kind, value, touched: false, optional: true, ...shortcuts, ...more };
}

const STATES = [
  { id: 's1', label: 'Todo', icon: 'unstarted', color: '#888888' },
  { id: 's2', label: 'Done', icon: 'completed', color: '#00ff00' },
];

export function model(more: Partial<PageModel> = {}): PageModel {
  return {
    address: 'a',
    ackSequence: 1,
    status: 'ready',
    identifier: 'API-1',
    account: 'account',
    placeName: 'Public',
    isNew: false,
    actions: ['openInBrowser'],
    hasComments: true,
    fields: [
      field('name', 'text', 'A name', { label: 'Title', optional: false }),
      field('description_html', 'richText', '<p>text</p>', { label: 'Description' }),
      field('state', 'choice', 's1', { label: 'State', choices: STATES, optional: false }),
      field('labels', 'choices', ['l1'], {
        label: 'Labels',
        choices: [
          { id: 'l1', label: 'bug' },
          { id: 'l2', label: 'idea' },
        ],
      }),
      field('parent', 'item', null, { label: 'Parent', choices: [] }),
      field('target_date', 'date', null, { label: 'Due date' }),
    ],
    conflicts: [],
    unsent: false,
    saving: false,
    comments: { status: 'ready', items: [] },
    composer: { html: '', access: 'INTERNAL', sending: false },
    people: { u1: 'Ada' },
    ...more,
  };
}

/** Everything around the fields of a work item that has no comments, files, relations or links. */
export const EMPTY_DISCUSSION: DiscussionView = {
  comments: { mine: [], edits: {}, orphans: [], problems: {} },
  attachments: { status: 'ready', items: [], more: false, uploads: [] },
  activity: { isShown: false, status: 'notLoaded', items: [], more: false },
  relations: { status: 'ready', groups: [] },
  links: { status: 'ready', items: [], more: false },
  code: EMPTY_CODE,
};

/** Returns a model with other values for some fields. `more` overrides other parts of the model. */
export function modelWithValues(
  values: Partial<Record<FieldView['name'], FieldView['value']>>,
  more: Partial<PageModel> = {},
): PageModel {
  const base = model(more);
  return {
    ...base,
    fields: base.fields.map((original) => ({
      ...original,
      value: values[original.name] === undefined ? original.value : (values[original.name] ?? null),
    })),
  };
}
