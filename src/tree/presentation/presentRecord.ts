// Describes the rows of initiatives, teamspaces, customers, their records and the folders between
// them.
import * as l10n from '@vscode/l10n';
import { constantLabel } from '../../contract/constantLabel.ts';
import { nameOfUser } from '../../contract/resources/user.ts';
import { identifierOf } from '../../contract/resources/workItem.ts';
import { idOf } from '../../contract/wire.ts';
import { displayName } from '../../std/displayName.ts';
import type { FolderName, FolderNode, RecordNode } from '../node.ts';
import type { TreeData } from '../treeData.ts';
import type { Presentation } from './presentation.ts';
import { initiativeIcon, priorityName, type TreeIcon } from './symbols.ts';

const FOLDERS: Readonly<
  Record<FolderName, { readonly label: () => string; readonly icon: string; readonly tooltip: () => string }>
> = {
  initiativeLabels: {
    label: () => l10n.t('Labels'),
    icon: 'tag',
    tooltip: () => l10n.t('The labels for initiatives.'),
  },
  initiativeEpics: {
    label: () => l10n.t('Epics'),
    icon: 'layers',
    tooltip: () => l10n.t('The epics of this initiative.'),
  },
  initiativeProjects: {
    label: () => l10n.t('Projects'),
    icon: 'project',
    tooltip: () => l10n.t('The projects of this initiative.'),
  },
  labelsOfInitiative: {
    label: () => l10n.t('Labels'),
    icon: 'tag',
    tooltip: () => l10n.t('The labels of this initiative.'),
  },
  teamspaceMembers: {
    label: () => l10n.t('Members'),
    icon: 'organization',
    tooltip: () => l10n.t('The members of this teamspace.'),
  },
  teamspaceProjects: {
    label: () => l10n.t('Projects'),
    icon: 'project',
    tooltip: () => l10n.t('The projects of this teamspace, with their work items.'),
  },
  customerProperties: {
    label: () => l10n.t('Properties'),
    icon: 'symbol-field',
    tooltip: () => l10n.t('The fields of customers.'),
  },
};

export function presentFolder({ folder }: FolderNode): Presentation {
  const { icon, ...texts } = FOLDERS[folder];
  const label = texts.label();
  return {
    label,
    icon: { id: icon },
    tooltip: texts.tooltip(),
    collapsible: true,
    context: `folder ${folder}`,
    spoken: l10n.t('{0}, folder', label),
  };
}

/** A property of a row: the text shown, and the text for screen readers, which names the property. */
interface Fact {
  readonly text: string;
  readonly spokenText: string;
}

/** The parts of a row besides its label, in order; undefined facts are left out. */
interface RecordDescription {
  readonly name: string | null | undefined;
  /** The kind of record, for screen readers. */
  readonly what: string;
  readonly facts: readonly (Fact | undefined)[];
  readonly icon: TreeIcon;
  readonly more?: string | null | undefined;
  readonly opens?: boolean;
  readonly context?: string;
}

export function presentRecord(node: RecordNode, known: TreeData): Presentation {
  const { name: raw, what, facts, icon, more, opens = false, context = node.kind } = describeRecord(node, known);
  const name = raw ? displayName(raw) : '';
  const label = name || '…';
  const shownFacts = facts.filter((one) => one !== undefined);
  const description = shownFacts.map(({ text }) => text).join(' · ');
  const hover = [label, more].filter(Boolean).join('\n');
  return {
    label,
    ...(description === '' ? {} : { description }),
    icon,
    tooltip: hover,
    collapsible: opens,
    context,
    spoken: [
      name || l10n.t('Unknown'),
      what,
      ...(name ? shownFacts.map(({ spokenText }) => spokenText) : [l10n.t('not loaded yet')]),
    ].join(', '),
  };
}

/** `named` adds the name of the property for screen readers: a value alone does not say which property it is. */
function fact(
  value: string | null | undefined | false,
  named: (value: string) => string = (text) => text,
): Fact | undefined {
  if (!value) return undefined;
  const text = displayName(value);
  return { text, spokenText: named(text) };
}

function stateSpoken(state: string): string {
  return l10n.t('state {0}', state);
}

function describeRecord(node: RecordNode, known: TreeData): RecordDescription {
  const { kind, within, id, under } = node;
  const { records } = known;
  switch (kind) {
    case 'initiative':
      return describeInitiative(id, known);
    case 'initiativeLabel': {
      const label = records.initiativeLabel(id);
      const isAssigned = under?.kind === 'folder' && under.folder === 'labelsOfInitiative';
      const context = isAssigned ? 'initiativeLabel in' : 'initiativeLabel';
      return {
        name: label?.name,
        what: l10n.t('label'),
        facts: [fact(label?.color, (color) => l10n.t('color {0}', color))],
        icon: { id: 'tag' },
        more: label?.description,
        context,
      };
    }
    case 'epic':
      return describeEpic(within, id, known);
    case 'teamspace': {
      const teamspace = records.teamspace(id);
      const lead = teamspace?.lead == null ? undefined : personIn(idOf(teamspace.lead), known);
      return {
        name: teamspace?.name,
        what: l10n.t('teamspace'),
        facts: [fact(lead && l10n.t('led by {0}', lead))],
        icon: { id: 'organization' },
        opens: true,
      };
    }
    case 'teamspaceMember': {
      const person = known.user('', id);
      const name = person === undefined ? id : nameOfUser(person);
      return {
        name,
        what: l10n.t('member'),
        facts: [
          fact(roleText(person?.role), (role) => l10n.t('role {0}', role)),
          fact(id === known.mine.me && l10n.t('you')),
        ],
        icon: { id: 'person' },
        more: person?.email,
      };
    }
    case 'customer': {
      const customer = records.customer(id);
      const stage = customer?.stage?.replaceAll('_', ' ');
      return {
        name: customer?.name,
        what: l10n.t('customer'),
        facts: [fact(stage, (name) => l10n.t('stage {0}', name))],
        icon: { id: 'briefcase' },
        more: customer?.email,
        opens: true,
      };
    }
    case 'customerRequest': {
      const request = records.customerRequest(within, id);
      return {
        name: request?.title || request?.name,
        what: l10n.t({ message: 'request', comment: ['Noun: the request of a customer'] }),
        facts: [],
        icon: { id: 'comment-discussion' },
        more: request?.link,
      };
    }
    case 'customerProperty': {
      const property = records.customerProperty(id);
      const facts = [
        fact(constantLabel(property?.property_type ?? ''), (type) => l10n.t('type {0}', type)),
        fact(property?.is_required === true && l10n.t('required')),
        fact(property?.is_active === false && l10n.t('inactive')),
      ];
      const name = property?.display_name || property?.name;
      return { name, what: l10n.t('property'), facts, icon: { id: 'symbol-field' }, more: property?.description };
    }
    default:
      return kind satisfies never;
  }
}

function describeInitiative(id: string, known: TreeData): RecordDescription {
  const initiative = known.records.initiative(id);
  const lead = initiative?.lead == null ? undefined : personIn(idOf(initiative.lead), known);
  return {
    name: initiative?.name,
    what: l10n.t('initiative'),
    facts: [
      fact(constantLabel(initiative?.state ?? ''), stateSpoken),
      fact(lead, (name) =>
        l10n.t({ message: 'lead {0}', args: [name], comment: ['Noun: the person who leads an initiative'] }),
      ),
    ],
    icon: initiativeIcon(initiative?.state),
    more: [datesText(initiative?.start_date, initiative?.end_date), initiative?.description_stripped]
      .filter(Boolean)
      .join('\n'),
    opens: true,
  };
}

function datesText(start: string | null | undefined, end: string | null | undefined): string {
  return start && end ? l10n.t('{0} to {1}', start, end) : start || end || '';
}

function describeEpic(project: string, id: string, known: TreeData): RecordDescription {
  const epic = known.records.epic(project, id);
  const prefix = known.project(project)?.identifier;
  const state = epic?.state == null ? undefined : known.state(project, idOf(epic.state))?.name;
  const identifier = epic === undefined || prefix === undefined ? undefined : identifierOf(prefix, epic.sequence_id);
  return {
    name: [identifier, epic?.name].filter(Boolean).join(' '),
    what: l10n.t('epic'),
    facts: [
      fact(state, stateSpoken),
      fact(priorityName(epic?.priority ?? undefined), (priority) => l10n.t('priority {0}', priority)),
    ],
    icon: { id: 'layers' },
  };
}

function personIn(id: string, known: TreeData): string | undefined {
  const person = known.user('', id);
  return person === undefined ? undefined : nameOfUser(person);
}

/** 20 admin, 15 member, 5 guest. */
function roleText(role: number | null | undefined): string | undefined {
  if (role === 20) return l10n.t('Admin');
  if (role === 15) return l10n.t('Member');
  return role === 5 ? l10n.t('Guest') : undefined;
}
