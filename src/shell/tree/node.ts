// The nodes of the trees, as plain data. Their appearance is computed from the loaded records.
//
// The contextValue of each kind of node, for the `when` clauses of menus. Compare it with =~ /^kind\b/, because
// more words may follow:
//
//   project              a project, in Projects and below initiatives and teamspaces
//   workItem             a work item
//   group BY             work items with the same value, BY as in GROUPINGS; `group none` for items without a value
//   epic initiative initiativeLabel teamspace teamspaceMember customer customerRequest customerProperty
//   initiativeGroup      initiatives with the same state
//   folder NAME          NAME as in FolderName
//   section NAME         NAME as in SECTIONS
//   savedView own        a saved view of the account
//   savedView settings   a saved view of the settings; `savedView settings invalid` if its setting has a mistake
//   viewGroup            work items of a saved view with the same value
//
// The last word is `pinned` if a work item, project, cycle or initiative is pinned.
//
//   more                 loads the next page of a list
//   searchMore           loads more work items of several projects; `searchComplete` if all are loaded
//   empty                an empty list; `emptyFiltered` if the filter excludes all work items; `emptyProject` if a
//                        project has no work items
//   failed               a list whose request failed; `failed.unauthorized` if the server rejected the key or token
//   signIn               the first row of a view while the server rejects the key or token
import type { RecordAddress } from '../../core/cache/address.ts';
import type { ListKey } from '../../core/cache/lists/listKey.ts';
import type { Grouping } from '../../items/fields.ts';

/** The trees of the sidebar, in their order. */
export const VIEW_NAMES = ['myWork', 'projects', 'workspace'] as const;
export type ViewName = (typeof VIEW_NAMES)[number];

/** The folders below a project, in their order. Each has the name of the list that it shows. */
export const PROJECT_FOLDERS = ['cycles', 'modules', 'epics'] as const;
export type ProjectFolder = (typeof PROJECT_FOLDERS)[number];

/** The folders of the Workspace view, in their order. Each has the name of the list that it shows. */
export const WORKSPACE_FOLDERS = ['initiatives', 'teamspaces', 'customers'] as const;
export type WorkspaceFolder = (typeof WORKSPACE_FOLDERS)[number];

/** The folders below a record or below a folder of the Workspace view, and the folder `savedViews` in Projects. */
export type FolderName =
  | ProjectFolder
  | WorkspaceFolder
  | 'savedViews'
  | 'initiativeLabels'
  | 'initiativeEpics'
  | 'initiativeProjects'
  | 'labelsOfInitiative'
  | 'teamspaceMembers'
  | 'teamspaceProjects'
  | 'customerProperties';

/** The sections of My Work above the saved views, in their order: what is most urgent is first. */
export const SECTIONS_ABOVE_VIEWS = ['current', 'overdue', 'dueSoon', 'currentCycle'] as const;
/** All sections of My Work, in their order. Only long sections are below Assigned to Me, which is initially expanded. */
export const SECTIONS = [...SECTIONS_ABOVE_VIEWS, 'pinned', 'assigned', 'created', 'recent'] as const;
export type SectionName = (typeof SECTIONS)[number];

/** Kinds of records whose nodes contain the record's address: kind, `within` and id. */
export type RecordNodeKind =
  | 'epic'
  | 'initiative'
  | 'initiativeLabel'
  | 'teamspace'
  | 'teamspaceMember'
  | 'customer'
  | 'customerRequest'
  | 'customerProperty';

interface NodeBase {
  /**
   * The node whose list contains this node; undefined at the root of the view. For a sub-item this is the project or
   * group, not the parent work item.
   */
  readonly under: Node | undefined;
}

export interface ProjectNode extends NodeBase {
  readonly kind: 'project';
  readonly project: string;
}
export interface ItemNode extends NodeBase {
  readonly kind: 'workItem';
  readonly project: string;
  readonly id: string;
}
export interface GroupNode extends NodeBase {
  readonly kind: 'group';
  readonly project: string;
  readonly by: Grouping;
  /**
   * Id of the state, user, label, module, cycle or type, the name of the priority, or one of DUE_GROUPS; null for items
   * without a value.
   */
  readonly value: string | null;
}
export interface InitiativeGroupNode extends NodeBase {
  readonly kind: 'initiativeGroup';
  /** The state as the server writes it; '' for initiatives without a state. */
  readonly state: string;
}
export interface RecordNode extends NodeBase {
  readonly kind: RecordNodeKind;
  readonly within: string;
  readonly id: string;
}
export interface FolderNode extends NodeBase {
  readonly kind: 'folder';
  readonly folder: FolderName;
  /** The id of the record that the folder belongs to; '' if it belongs to none. */
  readonly owner: string;
}
export interface SectionNode extends NodeBase {
  readonly kind: 'section';
  readonly section: SectionName;
}
/** Where a saved view is stored: for the account, or in the settings of the folder or of the user. */
export type ViewOrigin = 'account' | 'folder' | 'user';

export interface SavedViewNode extends NodeBase {
  readonly kind: 'savedView';
  readonly name: string;
  readonly origin: ViewOrigin;
}
/** Work items of a saved view with the same value, in all projects. */
export interface ViewGroupNode extends NodeBase {
  readonly kind: 'viewGroup';
  /** The name of the group; null for work items without a value. */
  readonly value: string | null;
  readonly under: SavedViewNode;
}
/** The last row of a list: loads the next page, or shows that the list is empty or could not be loaded. */
export interface EndNode extends NodeBase {
  readonly kind: 'more' | 'empty' | 'failed';
  readonly list: ListKey;
}
/** Loads more work items of the projects whose work items Assigned to Me or a saved view may contain. */
export interface SearchMoreNode extends NodeBase {
  readonly kind: 'searchMore';
}

/** Opens the sign-in. Shown while the server rejects the key or token. */
export interface SignInNode extends NodeBase {
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
  | SavedViewNode
  | ViewGroupNode
  | EndNode
  | SearchMoreNode
  | SignInNode;

/**
 * Returns an id that is unique in its view and does not change with a refresh or a restart. VS Code stores by this id
 * which nodes are expanded and selected.
 */
export function nodeId(node: Node): string {
  const idPart = ownIdPart(node);
  return node.under === undefined ? idPart : `${nodeId(node.under)} > ${idPart}`;
}

/** Returns the part of the id that distinguishes the node from the other nodes below its parent. */
export function ownIdPart(node: Node): string {
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
    case 'savedView':
      return `${node.origin} view ${encodeURIComponent(node.name)}`;
    case 'viewGroup':
      return `group ${node.value === null ? '-' : encodeURIComponent(node.value)}`;
    case 'more':
    case 'empty':
    case 'failed':
      // The parent determines the list, except that each filter that is sent to the server has its own list.
      return `${node.kind} ${node.list.of}${node.list.of === 'foundItems' ? node.list.owner : ''}`;
    case 'searchMore':
    case 'signIn':
      return node.kind;
    default:
      return `${node.kind} ${node.within}/${node.id}`;
  }
}

/** Returns the address of the record that a node shows; undefined for nodes without a record, and for users. */
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

/** Returns the tree node that a command of VS Code received as its argument, or undefined. */
export function toNode(target: unknown): Node | undefined {
  return typeof target === 'object' && target !== null && 'kind' in target && 'under' in target
    ? (target as Node)
    : undefined;
}
