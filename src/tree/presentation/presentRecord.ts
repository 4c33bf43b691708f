// Describes the rows of initiatives, teamspaces, customers, their records and the folders between
// them.
import * as l10n from '@vscode/l10n';
import { nameOfUser } from '../../contract/resources/user.ts';
import { identifierOf } from '../../contract/resources/workItem.ts';
import { idOf } from '../../contract/wire.ts';
import { displayName } from '../../std/displayName.ts';
import { humanize } from '../../std/english.ts';
import type { FolderName, FolderNode, RecordNode } from '../node.ts';
import type { TreeData } from '../treeData.ts';
import type { Presentation } from './presentation.ts';
import { initiativeIcon, priorityName, type TreeIcon } from './symbols.ts';

const FOLDERS: Readonly<
  Record<FolderName, { readonly label: string; readonly icon: string; readonly tooltip: string }>
> = {
  initiativeLabels: { label: 'Labels', icon: 'tag', tooltip: 'The labels that initiatives can wear.' },
  initiativeEpics: { label: 'Epics', icon: 'layers', tooltip: 'The epics of this initiative.' },
  initiativeProjects: { label: 'Projects', icon: 'project', tooltip: 'The projects of this initiative.' },
  labelsOfInitiative: { label: 'Labels', icon: 'tag', tooltip: 'The labels of this initiative.' },
  teamspaceMembers: { label: 'Members', icon: 'organization', tooltip: 'The members of this teamspace.' },
  teamspaceProjects: {
    label: 'Projects',
    icon: 'project',
    tooltip: 'The projects of this teamspace, with their work items.',
  },
  customerProperties: { label: 'Properties', icon: 'symbol-field', tooltip: 'The fields that every customer has.' },
};

export function presentFolder({ folder }: FolderNode): Presentation {
  const { label, icon, tooltip } = FOLDERS[folder];
  return {
    label,
    icon: { id: icon },
    tooltip,
    collapsible: true,
    context: `folder ${folder}`,
    spoken: `${label}, folder`,
  };
}

/** A property of a row: the text shown, and the text for screen readers, which names the property. */
interface Fact {
  readonly seen: string;
  readonly heard: string;
}

/** The parts of a row besides its label, in order; undefined facts are left out. */
interface Telling {
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
  const { name: raw, what, facts, icon, more, opens = false, context = node.kind } = telling(node, known);
  const name = raw ? displayName(raw) : '';
  const label = name || '…';
  const told = facts.filter((one) => one !== undefined);
  const description = told.map(({ seen }) => seen).join(' · ');
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
      ...(name ? told.map(({ heard }) => heard) : [l10n.t('not read yet')]),
    ].join(', '),
  };
}

/** Screen readers read `what` before the value: a value alone does not say which property it is. */
function fact(value: string | null | undefined | false, what = ''): Fact | undefined {
  if (!value) return undefined;
  const seen = displayName(value);
  return { seen, heard: `${what} ${seen}`.trim() };
}

function telling(node: RecordNode, known: TreeData): Telling {
  const { kind, within, id, under } = node;
  const { records } = known;
  switch (kind) {
    case 'initiative':
      return tellInitiative(id, known);
    case 'initiativeLabel': {
      const label = records.initiativeLabel(id);
      const isWorn = under?.kind === 'folder' && under.folder === 'labelsOfInitiative';
      const context = isWorn ? 'initiativeLabel in' : 'initiativeLabel';
      return {
        name: label?.name,
        what: 'label',
        facts: [fact(label?.color, 'colour')],
        icon: { id: 'tag' },
        more: label?.description,
        context,
      };
    }
    case 'epic':
      return tellEpic(within, id, known);
    case 'teamspace': {
      const teamspace = records.teamspace(id);
      const lead = teamspace?.lead == null ? undefined : personIn(idOf(teamspace.lead), known);
      return {
        name: teamspace?.name,
        what: 'teamspace',
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
        what: 'member',
        facts: [fact(roleWords(person?.role), 'role'), fact(id === known.mine.me && 'you')],
        icon: { id: 'person' },
        more: person?.email,
      };
    }
    case 'customer': {
      const customer = records.customer(id);
      const stage = customer?.stage?.replaceAll('_', ' ');
      return {
        name: customer?.name,
        what: 'customer',
        facts: [fact(stage, 'stage')],
        icon: { id: 'briefcase' },
        more: customer?.email,
        opens: true,
      };
    }
    case 'customerRequest': {
      const request = records.customerRequest(within, id);
      return {
        name: request?.title || request?.name,
        what: 'request',
        facts: [],
        icon: { id: 'comment-discussion' },
        more: request?.link,
      };
    }
    case 'customerProperty': {
      const property = records.customerProperty(id);
      const facts = [
        fact(humanize(property?.property_type ?? ''), 'type'),
        fact(property?.is_required === true && 'required'),
        fact(property?.is_active === false && l10n.t('not active')),
      ];
      const name = property?.display_name || property?.name;
      return { name, what: 'property', facts, icon: { id: 'symbol-field' }, more: property?.description };
    }
    default:
      return kind satisfies never;
  }
}

function tellInitiative(id: string, known: TreeData): Telling {
  const initiative = known.records.initiative(id);
  const lead = initiative?.lead == null ? undefined : personIn(idOf(initiative.lead), known);
  const dates = [initiative?.start_date, initiative?.end_date].filter(Boolean).join(' to ');
  return {
    name: initiative?.name,
    what: 'initiative',
    facts: [fact(humanize(initiative?.state ?? ''), 'state'), fact(lead, 'lead')],
    icon: initiativeIcon(initiative?.state),
    more: [dates, initiative?.description_stripped].filter(Boolean).join('\n'),
    opens: true,
  };
}

function tellEpic(project: string, id: string, known: TreeData): Telling {
  const epic = known.records.epic(project, id);
  const prefix = known.project(project)?.identifier;
  const state = epic?.state == null ? undefined : known.state(project, idOf(epic.state))?.name;
  const identifier = epic === undefined || prefix === undefined ? undefined : identifierOf(prefix, epic.sequence_id);
  return {
    name: [identifier, epic?.name].filter(Boolean).join(' '),
    what: 'epic',
    facts: [fact(state, 'state'), fact(priorityName(epic?.priority ?? undefined), 'priority')],
    icon: { id: 'layers' },
  };
}

function personIn(id: string, known: TreeData): string | undefined {
  const person = known.user('', id);
  return person === undefined ? undefined : nameOfUser(person);
}

/** 20 admin, 15 member, 5 guest. */
function roleWords(role: number | null | undefined): string | undefined {
  if (role === 20) return l10n.t('Admin');
  if (role === 15) return l10n.t('Member');
  return role === 5 ? l10n.t('Guest') : undefined;
}
