// Owns how a node looks: label, description, icon and what a screen reader says. Pure; the words for faults are handed in.
import type { Fault } from '../api/fault.ts';
import { PAGE_SIZE } from '../contract/limits.ts';
import { nameOfUser, type User } from '../contract/resources/user.ts';
import { identifierOf } from '../contract/resources/workItem.ts';
import type { ItemRecord, LabelRecord, StateRecord } from '../store/record.ts';
import type { Known } from './children.ts';
import type { Node, Place } from './node.ts';
import { type Icon, priorityMark, priorityName, stateIcon } from './symbols.ts';

/** What names things beside the records themselves. */
export interface Names extends Known {
  state(project: string, id: string): StateRecord | undefined;
  label(project: string, id: string): LabelRecord | undefined;
  user(project: string, id: string): User | undefined;
}

export interface Presentation {
  readonly label: string;
  readonly description?: string;
  readonly icon?: Icon;
  /** Hover text that costs nothing; work items have a tooltip of their own, made when asked for. */
  readonly tooltip?: string;
  readonly collapsible: boolean;
  /** For `when` clauses of menus. */
  readonly context: string;
  /** What a screen reader says. */
  readonly spoken: string;
}

/** `words` puts a fault into a sentence. */
export function present(node: Node, names: Names, words: (fault: Fault) => string): Presentation {
  switch (node.kind) {
    case 'project':
      return presentProject(node.project, names);
    case 'workItem':
      return presentItem(node, names);
    case 'more':
      return presentMore(node.loaded, node.total, node.place);
    case 'empty':
      return presentEmpty(node.place);
    case 'failed': {
      const sentence = words(node.fault);
      return {
        label: sentence,
        tooltip: `${sentence} ${node.fault.kind === 'unsigned' ? 'Click to sign in.' : 'Click to try again.'}`,
        icon: { id: 'warning', color: 'problemsWarningIcon.foreground' },
        collapsible: false,
        context: node.fault.kind === 'unsigned' ? 'failed.unsigned' : 'failed',
        spoken: `Could not be read: ${sentence}`,
      };
    }
    default:
      return node satisfies never;
  }
}

function presentProject(id: string, names: Names): Presentation {
  const project = names.project(id);
  const name = project?.name ?? id;
  const joined = project?.is_member !== false;
  const description = joined ? (project?.identifier ?? '') : `${project?.identifier ?? ''} · not joined`;
  return {
    label: name,
    description,
    icon: { id: 'project' },
    tooltip: joined ? project?.description || name : `${name}: you have not joined this project, so its work items cannot be read.`,
    collapsible: true,
    context: 'project',
    spoken: `${name}, project ${description}`,
  };
}

function presentItem(node: Extract<Node, { kind: 'workItem' }>, names: Names): Presentation {
  const item = names.item(node);
  const identifier = identifierIn(node.project, item, names);
  const state = item?.state ? names.state(node.project, item.state) : undefined;
  const priority = priorityName(item?.priority);
  const people = (item?.assignees ?? []).flatMap((id) => names.user(node.project, id) ?? []).map(nameOfUser);
  const description = [priority, people.join(', ')].filter((part) => part !== '').join(' · ');
  return {
    label: [identifier, priorityMark(item?.priority), item?.name].filter(Boolean).join(' '),
    ...(description === '' ? {} : { description }),
    icon: stateIcon(state?.group ?? undefined),
    collapsible: node.subItems > 0,
    context: 'workItem',
    spoken: [
      `${identifier} ${item?.name ?? ''}`,
      state && `state ${state.name}`,
      priority && `priority ${priority}`,
      people.length > 0 && `assigned to ${people.join(', ')}`,
    ]
      .filter(Boolean)
      .join(', '),
  };
}

function identifierIn(project: string, item: ItemRecord | undefined, names: Names): string {
  return item === undefined ? '…' : identifierOf(names.project(project)?.identifier ?? '?', item.sequence_id);
}

function presentMore(loaded: number, total: number | undefined, place: Place): Presentation {
  const left = total === undefined ? PAGE_SIZE : Math.min(PAGE_SIZE, Math.max(1, total - loaded));
  const label = total === undefined ? `Load ${left} more` : `Load ${left} more of ${total.toLocaleString('en-US')}`;
  const what = place.kind === 'root' ? 'projects' : 'work items';
  return {
    label,
    icon: { id: 'fold-down' },
    tooltip:
      total === undefined
        ? `${loaded} ${what} are shown.`
        : `${loaded.toLocaleString('en-US')} of ${total.toLocaleString('en-US')} ${what} are shown.`,
    collapsible: false,
    context: 'more',
    spoken: `${label} ${what}`,
  };
}

function presentEmpty(place: Place): Presentation {
  const label = place.kind === 'root' ? 'No projects in this workspace' : 'No work items';
  return { label, icon: { id: 'circle-slash', color: 'disabledForeground' }, collapsible: false, context: 'empty', spoken: label };
}
