// Owns nodes: what stands in the trees, as data. A node says what it is and what it stands under; what it looks like is
// told from what is known.
//
// contextValue of each kind's rows, for the `when` of menus (compare with =~ /^kind\b/: words may follow):
//
//   project              a project, in Projects and below initiatives and teamspaces
//   workItem             a work item; `workItem pinned` when it is pinned
//   group BY             work items that have something in common, BY as in GROUPINGS; `group BY none` for those that have none of it
//   epic initiative initiativeLabel teamspace teamspaceMember customer customerRequest customerProperty
//   initiativeLabel in   a label that an initiative wears, rather than its definition at the root
//   initiativeGroup      initiatives that are in one state
//   folder NAME          NAME as in FOLDERS
//   section NAME         NAME as in SECTIONS
//   more look empty failed failed.unsigned
//   signIn               the first row of a view while the server rejects the key or token
import type { RecordAddress } from '../cache/address.ts';
import type { ListKey } from '../cache/lists/listKey.ts';

/** The trees of the sidebar, in their order. */
export const VIEW_NAMES = ['myWork', 'projects', 'initiatives', 'teamspaces', 'customers'] as const;
export type ViewName = (typeof VIEW_NAMES)[number];

export const GROUPINGS = ['state', 'priority', 'assignee', 'label', 'module', 'cycle', 'type'] as const;
/** What work items can be gathered by. */
export type Grouping = (typeof GROUPINGS)[number];

/** Those of a record, and those at the root (`initiativeLabels`, `customerProperties`). */
export type FolderName =
  | 'initiativeLabels'
  | 'initiativeEpics'
  | 'initiativeProjects'
  | 'labelsOfInitiative'
  | 'teamspaceMembers'
  | 'teamspaceProjects'
  | 'customerProperties';

export const SECTIONS = ['assigned', 'recent', 'pinned'] as const;
export type SectionName = (typeof SECTIONS)[number];

/** Records whose nodes have the shape of their address. */
export type RecordNodeKind =
  | 'epic'
  | 'initiative'
  | 'initiativeLabel'
  | 'teamspace'
  | 'teamspaceMember'
  | 'customer'
  | 'customerRequest'
  | 'customerProperty';

interface Standing {
  /**
   * Undefined at the root of its view. A work item's is the list that it is in, also where it is shown below its
   * parent.
   */
  readonly under: Node | undefined;
}

export interface ProjectNode extends Standing {
  readonly kind: 'project';
  readonly project: string;
}
export interface ItemNode extends Standing {
  readonly kind: 'workItem';
  readonly project: string;
  readonly id: string;
}
export interface GroupNode extends Standing {
  readonly kind: 'group';
  readonly project: string;
  readonly by: Grouping;
  /** Id of the state, person, label, module, cycle or type, or the priority's name; null for those that have none. */
  readonly value: string | null;
}
export interface InitiativeGroupNode extends Standing {
  readonly kind: 'initiativeGroup';
  /** As the service says it; '' for those that have none. */
  readonly state: string;
}
export interface RecordNode extends Standing {
  readonly kind: RecordNodeKind;
  readonly within: string;
  readonly id: string;
}
export interface FolderNode extends Standing {
  readonly kind: 'folder';
  readonly folder: FolderName;
  /** The record that it belongs to; '' at the root. */
  readonly owner: string;
}
export interface SectionNode extends Standing {
  readonly kind: 'section';
  readonly section: SectionName;
}
/** The end of a list: its next page, that there is nothing, or that it (or its next page) could not be read. */
export interface EndNode extends Standing {
  readonly kind: 'more' | 'empty' | 'failed';
  readonly list: ListKey;
}
/** Reads pages of projects that have not been looked through for what is assigned to her. */
export interface SearchMoreNode extends Standing {
  readonly kind: 'look';
}

/** Leads to the sign-in while the server rejects the key or token. */
export interface SignInNode extends Standing {
  readonly kind: 'signIn';
}

export type Node =
  | ProjectNode
  | ItemNode
  | GroupNode
  | InitiativeGroupNode
  | RecordNode
  | FolderNode
  | SectionNode
  | EndNode
  | SearchMoreNode
  | SignInNode;

/** Stable over refreshes and restarts, and unique in its view: expansion and selection hang on it. */
export function nodeId(node: Node): string {
  const own = ownId(node);
  return node.under === undefined ? own : `${nodeId(node.under)} > ${own}`;
}

function ownId(node: Node): string {
  switch (node.kind) {
    case 'project':
      return `project ${node.project}`;
    case 'workItem':
      return `item ${node.project}/${node.id}`;
    case 'group':
      return `${node.by} ${node.value ?? '-'}`;
    case 'initiativeGroup':
      return `state ${node.state || '-'}`;
    case 'folder':
      return `folder ${node.folder}`;
    case 'section':
      return node.section;
    case 'more':
    case 'empty':
    case 'failed':
      return `${node.kind} ${node.list.of}`;
    case 'look':
    case 'signIn':
      return node.kind;
    default:
      return `${node.kind} ${node.within}/${node.id}`;
  }
}

/** The record that a row shows; undefined for rows that show none, and for people, who have no address. */
export function nodeAddress(node: Node): RecordAddress | undefined {
  switch (node.kind) {
    case 'project':
      return { kind: 'project', within: '', id: node.project };
    case 'workItem':
      return { kind: 'workItem', within: node.project, id: node.id };
    case 'group':
      return (node.by === 'cycle' || node.by === 'module') && node.value !== null
        ? { kind: node.by, within: node.project, id: node.value }
        : undefined;
    case 'epic':
    case 'initiative':
    case 'initiativeLabel':
    case 'teamspace':
    case 'customer':
    case 'customerRequest':
    case 'customerProperty':
      return { kind: node.kind, within: node.within, id: node.id };
    default:
      return undefined;
  }
}
