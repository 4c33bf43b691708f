// The commands of package.json with their menus and keys. `npm run contributions` writes package.json and
// contributions.ts from this table. The title of a command is `command.<name>.title` of package.nls.json.

/** A place in a menu of VS Code; `group` is the group of the menu, with the position in it after `@`. */
interface Place {
  readonly menu: string;
  readonly group: string;
  readonly when?: string;
}

interface KeyBinding {
  readonly key: string;
  /** The key on macOS, if it is another one. */
  readonly mac?: string;
  /** The first argument of the command. */
  readonly args?: string;
  readonly when: string;
}

/** A command that VS Code shows. */
export interface ShownCommand {
  /** The name of an icon of VS Code or of Contrail. VS Code shows it on buttons only. */
  readonly icon?: string;
  /** Whether package.nls.json has a `shortTitle`, which buttons in a title bar show. */
  readonly hasShortTitle?: true;
  /** When the command can be run; while the user is signed in if this is absent. The Command Palette shows it then. */
  readonly enablement?: string;
  /** What is also required in the Command Palette. */
  readonly palette?: string;
  readonly places?: readonly Place[];
  readonly keys?: readonly KeyBinding[];
}

/** A command that only a click, a walkthrough or another command runs. package.json does not contain it. */
interface InternalCommand {
  readonly isInternal: true;
}

export type CommandRow = ShownCommand | InternalCommand;

export const SIGNED_IN = "contrail.session != 'none'";
const SIGNED_IN_OR_HAS_ACCOUNTS = `${SIGNED_IN} || contrail.hasAccounts`;
const RECORD_PAGE = "activeWebviewPanelId == 'contrail.workItem'";
const ITEM_PAGE = `${RECORD_PAGE} && contrail.pageKind == workItem`;
const OVERVIEW = "activeWebviewPanelId == 'contrail.overview'";
const COMMENT_DOCUMENT = 'resourceScheme == contrail-comment';
const CODE_THREAD = 'commentController == contrail.codeComments';
const SELECTED_CODE = 'editorHasSelection && resourceScheme =~ /^(file|vscode-remote)$/';
const CHAT = 'config.contrail.agents.enabled && chatIsEnabled';
/** A row of a tree has the focus, and no box in which the user types. */
const ROW_FOCUS = String.raw`focusedView =~ /^contrail\./ && listFocus && !inputFocus`;
const ROW_FOCUS_OUTSIDE_INBOX = String.raw`focusedView =~ /^contrail\./ && focusedView != contrail.inbox && listFocus && !inputFocus`;
const ALWAYS = 'true';
/** The Command Palette does not show the command. */
const HIDDEN = 'false';

// Parts of a regular expression for the `contextValue` of rows; see shell/tree/node.ts.
const PINNABLE = 'workItem|project|initiative|group cycle';
const EDITABLE =
  'group module|group cycle|project|epic|cycle|module|initiative|initiativeLabel|teamspace|customer|customerRequest|customerProperty|sticky';
const CONTAINS_ITEMS = 'project|group|module|epic';
const MEMBER_FOLDERS =
  'folder (initiativeEpics|initiativeProjects|labelsOfInitiative|teamspaceMembers|teamspaceProjects)';
const CREATING_ROWS =
  'customer|initiativeGroup|folder (cycles|modules|epics|initiatives|initiativeLabels|teamspaces|customers|customerProperties)';

/** The context menu of the rows of all trees whose `contextValue` starts with one of `kinds`, or their buttons (`inline`). */
function onRow(kinds: string, group: string, also?: string): Place {
  return row(
    String.raw`view =~ /^contrail\./ && viewItem =~ /^(${kinds})\b/${also === undefined ? '' : ` && ${also}`}`,
    group,
  );
}

function row(when: string, group: string): Place {
  return { menu: 'view/item/context', group, when };
}

function inTitle(view: string, group: string, also = SIGNED_IN): Place {
  return { menu: 'view/title', group, when: `view == contrail.${view} && ${also}` };
}

function inEditorTitle(when: string, group: string): Place {
  return { menu: 'editor/title', group, when };
}

/** The submenu of a work item's menu. */
function inSubmenu(name: keyof typeof SUBMENUS, group: string): Place {
  return { menu: `contrail.${name}`, group };
}

/** A key for the row of a tree that has the focus, or for all selected rows if it is one of them. */
function rowKey(key: string, { mac, when = ROW_FOCUS }: { mac?: string; when?: string } = {}): KeyBinding {
  return { key, ...(mac === undefined ? {} : { mac }), args: 'selection', when };
}

/** A button below the text of a comment beside the code. */
function onThread(group: string): Place {
  return { menu: 'comments/commentThread/context', group, when: CODE_THREAD };
}

/** The button that refreshes a view. */
function refreshOf(view: string): ShownCommand {
  return { icon: 'refresh', hasShortTitle: true, palette: HIDDEN, places: [inTitle(view, 'navigation@9')] };
}

/** The places of the submenus. */
export const SUBMENUS = {
  change: [onRow('workItem', '2_change@1')],
  linked: [onRow('workItem', '2_change@3'), inEditorTitle(RECORD_PAGE, '2_linked@1')],
};

/** Each command once; the id of `edit` is `contrail.edit`. */
export const COMMAND_TABLE = {
  signIn: { enablement: ALWAYS },
  signInAgain: { isInternal: true },
  openLocalWorkspace: { enablement: ALWAYS },
  openSampleFolder: { isInternal: true },
  showFiveThings: { isInternal: true },
  commentOnSampleCode: { isInternal: true },
  createFromSampleTodo: { isInternal: true },
  switchAccount: {
    enablement: SIGNED_IN_OR_HAS_ACCOUNTS,
    places: [inTitle('projects', '9_session@0', `(${SIGNED_IN_OR_HAS_ACCOUNTS})`)],
  },
  signOut: { enablement: SIGNED_IN_OR_HAS_ACCOUNTS, places: [inTitle('projects', '9_session@1')] },
  refresh: { places: [onRow('project', '1_open@10')] },
  loadMore: { isInternal: true },
  retry: { icon: 'refresh', palette: HIDDEN, places: [onRow('failed', 'inline@1')] },
  refreshProjects: refreshOf('projects'),
  refreshMyWork: refreshOf('myWork'),
  refreshWorkspace: refreshOf('workspace'),
  groupBy: {
    places: [inTitle('projects', '0_view@1')],
  },
  groupInitiatives: { palette: HIDDEN, places: [onRow('folder initiatives', '4_show@1')] },
  sortBy: { places: [inTitle('projects', '0_view@2')] },
  filter: { icon: 'filter', hasShortTitle: true, places: [inTitle('projects', 'navigation@1')] },
  clearFilter: {
    icon: 'clear-all',
    enablement: `${SIGNED_IN} && contrail.filtered`,
    places: [inTitle('projects', 'navigation@2', 'contrail.filtered')],
  },
  saveView: {
    icon: 'save',
    hasShortTitle: true,
    palette: 'contrail.filtered',
    places: [inTitle('projects', '0_view@3'), inTitle('myWork', 'navigation@1')],
  },
  renameView: { palette: HIDDEN, places: [onRow('savedView own', '1_view@2')] },
  shareView: { palette: HIDDEN, places: [onRow('savedView', '2_share@1', '!(viewItem =~ / invalid$/)')] },
  openInboxEntry: { isInternal: true },
  markAllAsRead: { icon: 'check-all', places: [inTitle('inbox', 'navigation@1')] },
  markAsRead: {
    icon: 'check',
    palette: HIDDEN,
    places: [
      row('view == contrail.inbox && viewItem =~ / unread$/', 'inline@0'),
      row('view == contrail.inbox && viewItem =~ / unread$/', '1_open@0'),
    ],
  },
  markAsUnread: { palette: HIDDEN, places: [row('view == contrail.inbox && viewItem =~ / read$/', '1_open@0')] },
  pin: {
    palette: HIDDEN,
    places: [row(String.raw`view =~ /^contrail\./ && viewItem =~ /^(${PINNABLE})$/`, '7_more@4')],
  },
  unpin: {
    icon: 'pinned',
    palette: HIDDEN,
    places: [
      row(String.raw`view =~ /^contrail\./ && viewItem =~ /^(${PINNABLE}) pinned$/`, '7_more@4'),
      row(`view == contrail.myWork && viewItem =~ /^(${PINNABLE}) pinned$/`, 'inline@9'),
    ],
  },
  showInProjects: {
    palette: HIDDEN,
    places: [onRow('workItem', '1_open@6', 'view != contrail.projects')],
  },
  openWorkItem: { palette: HIDDEN, places: [onRow('workItem', '1_open@1')] },
  goToWorkItem: { keys: [{ key: 'ctrl+k g', mac: 'cmd+k g', when: SIGNED_IN }] },
  comment: {
    icon: 'comment',
    places: [onRow('workItem', 'inline@1'), onRow('workItem', '1_open@4')],
    keys: [
      { key: 'ctrl+k a', mac: 'cmd+k a', when: SIGNED_IN },
      rowKey('shift+alt+c', { when: ROW_FOCUS_OUTSIDE_INBOX }),
    ],
  },
  commentWithCode: {
    palette: 'editorIsOpen',
    places: [{ menu: 'editor/context', group: 'contrail@1', when: SELECTED_CODE }],
  },
  goToCommentedCode: {},
  attachFile: { places: [onRow('workItem', '2_change@4'), inEditorTitle(ITEM_PAGE, '2_find@2')] },
  changeState: {
    icon: 'contrail-started-half',
    places: [onRow('workItem', 'inline@2'), inSubmenu('change', '1_what@1')],
    keys: [rowKey('shift+alt+s')],
  },
  change: { keys: [rowKey('f2')] },
  changePriority: { places: [inSubmenu('change', '1_what@2')], keys: [rowKey('shift+alt+p')] },
  changeAssignees: { places: [inSubmenu('change', '2_who@1')], keys: [rowKey('shift+alt+a')] },
  changeLabels: { places: [inSubmenu('change', '3_where@1')], keys: [rowKey('shift+alt+l')] },
  setStartDate: { palette: HIDDEN, places: [inSubmenu('change', '4_when@1')] },
  setTargetDate: { places: [inSubmenu('change', '4_when@2')], keys: [rowKey('shift+alt+d')] },
  changeEstimate: { palette: HIDDEN, places: [inSubmenu('change', '1_what@3')] },
  setParent: { palette: HIDDEN, places: [inSubmenu('change', '3_where@2')], keys: [rowKey('shift+alt+u')] },
  moveToModule: { palette: HIDDEN, places: [inSubmenu('change', '3_where@3')] },
  addToCycle: {
    palette: HIDDEN,
    places: [inSubmenu('change', '3_where@4')],
    keys: [rowKey('shift+alt+y', { when: ROW_FOCUS_OUTSIDE_INBOX })],
  },
  changeType: { palette: HIDDEN, places: [inSubmenu('change', '1_what@4')] },
  addRelation: { places: [inSubmenu('linked', '1_relations@1')] },
  removeRelation: { palette: HIDDEN, places: [inSubmenu('linked', '1_relations@2')] },
  addLink: { places: [inSubmenu('linked', '2_links@1')] },
  editLink: { palette: HIDDEN, places: [inSubmenu('linked', '2_links@2')] },
  removeLink: { palette: HIDDEN, places: [inSubmenu('linked', '2_links@3')] },
  drafts: { enablement: ALWAYS, places: [inTitle('projects', '8_drafts@1')] },
  copyMcpConfiguration: {
    enablement: ALWAYS,
    palette: HIDDEN,
    places: [{ menu: 'view/title', group: '9_session@3', when: 'view == contrail.projects' }],
  },
  showAgentChanges: { palette: 'contrail.hasAgentChanges' },
  undoLastChange: {
    places: [inSubmenu('change', '9_undo@1')],
    keys: [{ key: 'ctrl+z', mac: 'cmd+z', when: ROW_FOCUS }],
  },
  assignToMe: {
    places: [onRow('workItem', '2_change@2')],
    keys: [rowKey('shift+alt+m')],
  },
  startWork: {
    icon: 'play',
    hasShortTitle: true,
    places: [onRow('workItem', '1_open@3'), inEditorTitle(`${ITEM_PAGE} && !contrail.pageIsCurrent`, 'navigation@1')],
    keys: [rowKey('shift+alt+w', { when: ROW_FOCUS_OUTSIDE_INBOX })],
  },
  handToAgent: {
    palette: HIDDEN,
    places: [onRow('workItem', '1_open@5', CHAT), inEditorTitle(`${ITEM_PAGE} && ${CHAT}`, '2_find@0')],
  },
  commentWithSummary: { isInternal: true },
  linkPushed: { isInternal: true },
  stopWork: { palette: 'contrail.hasCurrentItem' },
  finishWork: {
    icon: 'check',
    hasShortTitle: true,
    palette: 'contrail.hasCurrentItem',
    places: [inEditorTitle(`${ITEM_PAGE} && contrail.pageIsCurrent`, 'navigation@1')],
  },
  editDescription: {},
  createPullRequest: {},
  copyPermalink: {
    enablement: ALWAYS,
    palette: 'editorIsOpen',
    places: [{ menu: 'editor/context', group: 'contrail@2', when: SELECTED_CODE }],
  },
  currentItem: { isInternal: true },
  setCurrentItem: { isInternal: true },
  copy: {
    places: [onRow('workItem|teamspaceMember', '7_more@1'), inEditorTitle(ITEM_PAGE, '1_copy@1')],
    keys: [{ key: 'ctrl+c', mac: 'cmd+c', args: 'identifier', when: ROW_FOCUS_OUTSIDE_INBOX }],
  },
  findMentions: { places: [onRow('workItem', '7_more@3'), inEditorTitle(ITEM_PAGE, '2_find@1')] },
  peekCode: {
    places: [onRow('workItem', '7_more@2'), inEditorTitle(ITEM_PAGE, '2_find@3')],
    keys: [
      { key: 'alt+f12', when: `${SIGNED_IN} && editorTextFocus && !editorHasDefinitionProvider` },
      { key: 'alt+f12', when: ITEM_PAGE },
      rowKey('alt+f12', { when: ROW_FOCUS_OUTSIDE_INBOX }),
    ],
  },
  edit: {
    icon: 'edit',
    palette: HIDDEN,
    places: [onRow(EDITABLE, '1_open@1'), onRow('savedView', 'inline@1'), onRow('savedView', '1_view@1')],
  },
  editRecord: {},
  delete: {
    palette: HIDDEN,
    places: [onRow(`workItem|savedView own|${EDITABLE}`, '8_delete@1'), inEditorTitle(RECORD_PAGE, '4_delete@1')],
    keys: [rowKey('delete', { mac: 'cmd+backspace', when: ROW_FOCUS_OUTSIDE_INBOX })],
  },
  deleteRecord: {},
  addMembers: {
    icon: 'add',
    palette: HIDDEN,
    places: [onRow(`initiative|teamspace|${MEMBER_FOLDERS}`, '3_gather@1'), onRow(MEMBER_FOLDERS, 'inline@1')],
  },
  create: { icon: 'add', places: [onRow(`project|${CREATING_ROWS}`, '2_create@3'), onRow(CREATING_ROWS, 'inline@1')] },
  createProject: { palette: HIDDEN, places: [inTitle('projects', '1_create@1')] },
  createWorkItem: {
    icon: 'add',
    hasShortTitle: true,
    places: [
      inTitle('projects', 'navigation@0'),
      onRow(CONTAINS_ITEMS, 'inline@1'),
      onRow(CONTAINS_ITEMS, '2_create@1'),
    ],
  },
  createFromCode: { palette: 'editorIsOpen' },
  reopen: { isInternal: true },
  createFromTest: {
    palette: HIDDEN,
    places: [
      { menu: 'testing/message/context', group: 'contrail' },
      {
        menu: 'testing/item/result',
        group: 'contrail',
        when: 'testResultState == failed || testResultState == errored',
      },
    ],
  },
  createSubItem: { places: [onRow('workItem', '2_create@2'), inEditorTitle(RECORD_PAGE, '2_linked@2')] },
  createSticky: { icon: 'add', palette: HIDDEN, places: [inTitle('stickies', 'navigation@1')] },
  writeStandUp: { places: [inTitle('myWork', '2_write@1')] },
  openInBrowser: {
    icon: 'link-external',
    places: [onRow('workItem', '1_open@2', "contrail.session == 'remote'"), inEditorTitle(ITEM_PAGE, 'navigation@2')],
  },
  showOverview: { places: [onRow('project|group cycle|initiative', '1_open@9')] },
  copyProject: { palette: HIDDEN, places: [onRow('project', '2_create@9')] },
  refreshStickies: refreshOf('stickies'),
  revealOverview: {
    icon: 'list-tree',
    enablement: `${SIGNED_IN} && ${OVERVIEW}`,
    palette: HIDDEN,
    places: [inEditorTitle(OVERVIEW, 'navigation@1')],
  },
  refreshPage: {
    icon: 'refresh',
    enablement: `${RECORD_PAGE} || ${OVERVIEW}`,
    palette: HIDDEN,
    places: [inEditorTitle(RECORD_PAGE, '3_page@1'), inEditorTitle(OVERVIEW, 'navigation@2')],
  },
  showPageKeys: {
    enablement: RECORD_PAGE,
    places: [inEditorTitle(RECORD_PAGE, '3_page@2')],
    keys: [
      { key: 'alt+f1', when: RECORD_PAGE },
      { key: 'shift+alt+f1', when: `${RECORD_PAGE} && isLinux` },
    ],
  },
  openAsText: { enablement: RECORD_PAGE, keys: [{ key: 'alt+f2', when: RECORD_PAGE }] },
  showViewHelp: {
    enablement: ALWAYS,
    palette: HIDDEN,
    keys: [
      { key: 'alt+f1', when: String.raw`focusedView =~ /^contrail\./ && focusedView != contrail.stickies` },
      {
        key: 'shift+alt+f1',
        when: String.raw`focusedView =~ /^contrail\./ && focusedView != contrail.stickies && isLinux`,
      },
      { key: 'alt+f1', args: 'stickies', when: 'focusedView == contrail.stickies' },
      { key: 'shift+alt+f1', args: 'stickies', when: 'focusedView == contrail.stickies && isLinux' },
    ],
  },
  save: { enablement: RECORD_PAGE, keys: [{ key: 'ctrl+s', mac: 'cmd+s', when: RECORD_PAGE }] },
  sendCommentDocument: {
    icon: 'send',
    enablement: COMMENT_DOCUMENT,
    places: [inEditorTitle(COMMENT_DOCUMENT, 'navigation@1')],
    keys: [{ key: 'ctrl+enter', mac: 'cmd+enter', when: 'editorTextFocus && resourceScheme == contrail-comment' }],
  },
  changeCommentVisibility: { enablement: `${SIGNED_IN} && ${COMMENT_DOCUMENT}` },
  changeCommentItem: { enablement: `${SIGNED_IN} && ${COMMENT_DOCUMENT}` },
  discardComment: { enablement: `${SIGNED_IN} && ${COMMENT_DOCUMENT}` },
  sendThreadComment: { palette: HIDDEN, places: [onThread('inline@1')] },
  sendExternalThreadComment: { palette: HIDDEN, places: [onThread('inline@2')] },
  openThreadDocument: { palette: HIDDEN, places: [onThread('inline@3')] },
  changeThreadItem: {
    icon: 'arrow-swap',
    palette: HIDDEN,
    places: [
      { menu: 'comments/commentThread/title', group: 'navigation@1', when: `${CODE_THREAD} && commentThreadIsEmpty` },
    ],
  },
  openThreadItem: {
    icon: 'go-to-file',
    palette: HIDDEN,
    places: [
      { menu: 'comments/commentThread/title', group: 'navigation@1', when: `${CODE_THREAD} && !commentThreadIsEmpty` },
    ],
  },
  showLog: {
    enablement: ALWAYS,
    places: [{ menu: 'view/title', group: '9_session@2', when: 'view == contrail.projects' }],
  },
  connectionReport: { enablement: ALWAYS },
  copyConnectionReport: {
    enablement: ALWAYS,
    icon: 'copy',
    hasShortTitle: true,
    palette: HIDDEN,
    places: [inEditorTitle('resourceScheme == contrail-report', 'navigation@1')],
  },
} as const satisfies Readonly<Record<string, CommandRow>>;
