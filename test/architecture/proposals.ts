// What VS Code 1.139 ignores or reports as a mistake without a proposed API, which no published extension may use.
// Source: the tables of menus and contribution points of microsoft/vscode. code-server enables all proposals, so a test
// in code-server does not notice one.

/** The menus that any extension may contribute to. */
const STABLE_MENUS = new Set(
  `
  commandPalette touchBar editor/title editor/title/run editor/title/context editor/context editor/context/copy
  editor/lineNumber/context explorer/context debug/callstack/context debug/variables/context debug/watch/context
  debug/toolBar notebook/variables/context menuBar/edit/copy scm/title scm/sourceControl scm/repository
  scm/resourceState/context scm/resourceFolder/context scm/resourceGroup/context scm/change/title
  statusBar/remoteIndicator terminal/context terminal/title/context view/title view/item/context
  comments/commentThread/title comments/commentThread/context comments/comment/title comments/comment/context
  notebook/toolbar notebook/cell/title interactive/toolbar interactive/cell/title issue/reporter testing/item/context
  testing/item/gutter testing/profiles/context testing/item/result testing/message/context testing/message/content
  extension/context timeline/title timeline/item/context ports/item/context ports/item/origin/inline
  ports/item/port/inline file/newFile webview/context
  `
    .trim()
    .split(/\s+/),
);

/**
 * The contribution points of VS Code's documentation that Contrail uses or may use, and that of its Markdown extension.
 * A point that is missing here may be a proposal.
 */
const STABLE_POINTS = new Set(
  `
  authentication chatParticipants chatSkills colors commands configuration configurationDefaults customEditors icons
  jsonValidation keybindings languageModelTools languages mcpServerDefinitionProviders menus resourceLabelFormatters
  snippets submenus taskDefinitions views viewsContainers viewsWelcome walkthroughs
  markdown.markdownItPlugins markdown.previewScripts markdown.previewStyles
  `
    .trim()
    .split(/\s+/),
);
const PROPOSED_VIEW_CONTAINERS = new Set(['remote', 'agentSessions']);
const PROPOSED_MANIFEST_KEYS = ['enabledApiProposals', 'extensionAffinity'];

/** Returns the paths of what a manifest uses of proposals. */
export function proposalsIn(manifest: Readonly<Record<string, unknown>>): readonly string[] {
  const contributes = entriesOf(manifest['contributes']);
  const point = (name: string): unknown => contributes.find(([key]) => key === name)?.[1];
  const ownMenus = new Set([point('submenus') ?? []].flat().map((submenu) => Object(submenu).id));
  return [
    ...PROPOSED_MANIFEST_KEYS.filter((key) => key in manifest),
    ...contributes.map(([name]) => name).filter((name) => !STABLE_POINTS.has(name)),
    ...entriesOf(point('menus'))
      .filter(([menu]) => !STABLE_MENUS.has(menu) && !ownMenus.has(menu))
      .map(([menu]) => `menus.${menu}`),
    ...entriesOf(point('views')).flatMap(([container, views]) => [
      ...(PROPOSED_VIEW_CONTAINERS.has(container) ? [`views.${container}`] : []),
      ...[views]
        .flat()
        .filter((view) => 'accessibilityHelpContent' in Object(view))
        .map(() => `views.${container}.accessibilityHelpContent`),
    ]),
    ...[point('viewsWelcome') ?? []]
      .flat()
      .filter((welcome) => 'group' in Object(welcome))
      .map(() => 'viewsWelcome.group'),
    ...[point('languageModelTools') ?? []]
      .flat()
      .map((tool) => String(Object(tool).name))
      .filter((name) => /^(?:vscode|copilot)_/.test(name))
      .map((name) => `languageModelTools.${name}`),
  ];
}

const entriesOf = (part: unknown): [string, unknown][] => Object.entries(Object(part));
