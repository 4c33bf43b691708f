// The commands of saved views.
import * as l10n from '@vscode/l10n';
import type { Session, Sessions } from '../../../core/session/session.ts';
import { loadedFilterNames } from '../../../items/filter/loadedFilterNames.ts';
import type { GetFieldNames } from '../../../items/filter/names.ts';
import type { ViewQuery } from '../../../items/grouping/choices.ts';
import { formatQuery } from '../../../items/query/formatQuery.ts';
import { countText } from '../../../items/valueTexts.ts';
import { type Command, signedIn } from '../../../shell/commands/command.ts';
import { COMMANDS } from '../../../shell/commands/contributions.ts';
import { type AskTextOptions, askInTwoSteps, askText, chooseRow, type OnBack } from '../../../shell/prompts/ask.ts';
import type { Prompts } from '../../../shell/prompts/prompts.ts';
import { toNode, type ViewOrigin } from '../../../shell/tree/node.ts';
import {
  MAX_VIEW_NAME_LENGTH,
  MAX_VIEWS,
  normalizeSavedViewName,
  type SavedView,
} from '../../../shell/tree/savedView.ts';
import type { TreeViews } from '../../../shell/tree/treeViews.ts';
import { displayName } from '../../../std/displayName.ts';
import { editQuery } from '../editQuery.ts';
import type { SavedViews, ViewSettings } from './savedViews.ts';

export interface SavedViewsDeps {
  readonly prompts: Prompts;
  readonly sessions: Sessions;
  /** A new view starts with the filter, order and grouping of the Projects view. */
  readonly views: Pick<TreeViews, 'choices' | 'countMatches' | 'revealSavedView'>;
  readonly savedViews: SavedViews;
  readonly viewSettings: Pick<ViewSettings, 'folders' | 'has' | 'write'>;
}

interface SessionDeps extends SavedViewsDeps {
  readonly session: Session;
}

type ValidView = Extract<SavedView, { readonly query: ViewQuery }>;

export function createSavedViews(deps: SavedViewsDeps) {
  const withSession = (run: (deps: SessionDeps, target: unknown) => Promise<void>): Command =>
    signedIn(async (target) => {
      const session = deps.sessions.current;
      if (session !== undefined) await run({ ...deps, session }, target);
    });
  return {
    commands: {
      [COMMANDS.saveView]: withSession(saveView),
      [COMMANDS.renameView]: withSession(renameView),
      [COMMANDS.shareView]: withSession(shareView),
    },
    /** What *Edit* and *Delete* do on the row of a saved view. */
    rowCommands: { edit: withSession(editView), delete: withSession(deleteView) },
  };
}

async function saveView(deps: SessionDeps): Promise<void> {
  const { prompts, savedViews, session, views } = deps;
  if (ownViewsOf(deps).length >= MAX_VIEWS) {
    void prompts.notify('warning', l10n.t('You have {0} saved views. Delete one to save another one.', MAX_VIEWS));
    return;
  }
  const view = await askNewView(deps);
  if (view === undefined) return;
  await savedViews.save(session.account, view);
  prompts.showStatus(l10n.t('Saved “{0}”: {1}', view.name, countText(views.countMatches(view.query.filter))), 5000);
  await views.revealSavedView(view.name);
}

/** Asks for the name of a new view. A button edits its filter, which is at first the filter of the Projects view. */
async function askNewView(deps: SessionDeps): Promise<{ name: string; query: ViewQuery } | undefined> {
  let query: ViewQuery = deps.views.choices;
  let [typedName, unfinishedFilter] = ['', formatQuery(query, filterNames(deps))];
  for (;;) {
    let next: 'save' | 'editFilter' = 'save';
    const onPress = (text: string): void => {
      [next, typedName] = ['editFilter', text];
    };
    const name = await askName(deps, {
      title: l10n.t('Save View'),
      text: typedName,
      prompt: filterText(deps, query),
      placeholder: l10n.t({ message: 'My bugs', comment: ['An example of a name of a saved view'] }),
      otherButton: { id: 'filter', icon: 'filter', tooltip: l10n.t('Edit Filter'), onPress },
    });
    if (next === 'save') return name === undefined ? undefined : { name, query };
    const editedQuery = await editQuery(deps.prompts, {
      title: l10n.t('Edit Filter'),
      acceptLabel: l10n.t('Use This Filter'),
      text: unfinishedFilter,
      names: filterNames(deps),
      onLeave: (text) => {
        unfinishedFilter = text;
      },
    });
    if (editedQuery === undefined) continue;
    query = editedQuery;
    unfinishedFilter = formatQuery(query, filterNames(deps));
  }
}

/** Returns the filter as text, with the number of work items that match it. */
function filterText(deps: SessionDeps, query: ViewQuery): string {
  const matches = countText(deps.views.countMatches(query.filter));
  const text = formatQuery(query, filterNames(deps));
  return text === '' ? l10n.t('No filter · {0}', matches) : l10n.t('Filter: {0} · {1}', text, matches);
}

/** Edits the filter of a saved view of the user, or shows the settings that contain the view. */
async function editView(deps: SessionDeps, target: unknown): Promise<void> {
  const node = toNode(target);
  if (node?.kind === 'savedView' && node.origin !== 'account') return openViewSettings(deps, node.origin);
  const view = await chooseOwnView(deps, target, l10n.t('Edit View'));
  if (view === undefined) return;
  const { name } = view;
  const title = l10n.t('Edit View “{0}”', displayName(name));
  const options = { title, acceptLabel: l10n.t('Save View'), text: textOf(deps, view), names: filterNames(deps) };
  const query = await editQuery(deps.prompts, options);
  if (query !== undefined) await deps.savedViews.save(deps.session.account, { name, query });
}

async function renameView(deps: SessionDeps, target: unknown): Promise<void> {
  const view = await chooseOwnView(deps, target, l10n.t('Rename View'));
  if (view === undefined) return;
  const { name: formerName, query } = view;
  const name = await askName(deps, {
    title: l10n.t('Rename View “{0}”', displayName(formerName)),
    text: formerName,
    formerName,
  });
  if (name !== undefined) await deps.savedViews.save(deps.session.account, { name, query }, formerName);
}

/** Deletes a saved view of the user, or shows the settings that contain the view. */
async function deleteView(deps: SessionDeps, target: unknown): Promise<void> {
  const node = toNode(target);
  if (node?.kind === 'savedView' && node.origin !== 'account') return openViewSettings(deps, node.origin);
  const view = await chooseOwnView(deps, target, l10n.t('Delete View'));
  if (view === undefined) return;
  const deleteButton = l10n.t('Delete');
  const choice = await deps.prompts.confirm(
    l10n.t('Delete the view “{0}”?', displayName(view.name)),
    l10n.t('The work items in it are not deleted.'),
    deleteButton,
  );
  if (choice === deleteButton) await deps.savedViews.remove(deps.session.account, view.name);
}

/** Copies the filter of a view as text, or exports the view. A view of the settings can only be copied. */
async function shareView(deps: SessionDeps, target: unknown): Promise<void> {
  const views = allViews(deps).filter(isValid);
  const title = l10n.t('Share View');
  const targetView = targetOf(views, target);
  await askInTwoSteps(
    async () => targetView ?? pickView(deps, views, title),
    async (view, back) => {
      if (view.origin !== 'account') return copyView(deps, view);
      const rows = [
        { label: l10n.t('Copy Filter as Text'), icon: { id: 'copy' }, value: copyView },
        { label: l10n.t('Export to Folder Settings…'), icon: { id: 'export' }, value: exportView },
      ];
      const onBack = targetView === undefined ? back : undefined;
      await askInTwoSteps(
        async () =>
          (await chooseRow(deps.prompts, rows, { title, placeholder: l10n.t('Select how to share the view'), onBack }))
            ?.value,
        (share, backToWays) => share(deps, view, backToWays),
      );
    },
  );
}

async function copyView(deps: SessionDeps, view: ValidView): Promise<void> {
  await deps.prompts.copyText(textOf(deps, view));
  deps.prompts.showStatus(l10n.t('Copied the view “{0}” as text', view.name), 3000);
}

/**
 * Writes one of the user's saved views to the settings of a folder, so that everyone who opens the folder has the view.
 */
async function exportView(deps: SessionDeps, view: ValidView, onBack: OnBack): Promise<void> {
  const { prompts, viewSettings } = deps;
  const { folders } = viewSettings;
  const title = l10n.t('Export View to Folder Settings');
  const [firstFolder] = folders;
  if (firstFolder === undefined) {
    void prompts.notify('info', l10n.t('Open a folder to export a view to its settings.'));
    return;
  }
  const rows = folders.map((folder) => ({ value: folder, label: folder.name }));
  const placeholder = l10n.t('Select a folder');
  const folder =
    folders.length === 1 ? firstFolder : (await chooseRow(prompts, rows, { title, placeholder, onBack }))?.value;
  if (folder === undefined) return;
  if (viewSettings.has(folder, view.name)) {
    const replaceButton = l10n.t('Replace');
    const question = l10n.t("The folder's settings already contain the view “{0}”.", displayName(view.name));
    const detail = l10n.t('The current filter of this view in the settings is lost if you replace it.');
    if ((await prompts.confirm(question, detail, replaceButton)) !== replaceButton) return;
  }
  await viewSettings.write(folder, { name: view.name, filter: textOf(deps, view) });
  prompts.showStatus(l10n.t('Exported the view “{0}” to the settings of {1}', view.name, folder.name), 5000);
}

async function openViewSettings({ prompts }: SessionDeps, origin: ViewOrigin): Promise<void> {
  const command = origin === 'user' ? 'workbench.action.openSettings' : 'workbench.action.openWorkspaceSettings';
  await prompts.runCommand(command, { query: 'contrail.views' });
}

function allViews({ savedViews, session }: SessionDeps): readonly SavedView[] {
  return savedViews.viewsOf(session.account);
}

function ownViewsOf(deps: SessionDeps): readonly ValidView[] {
  return allViews(deps)
    .filter(isValid)
    .filter(({ origin }) => origin === 'account');
}

function isValid(view: SavedView): view is ValidView {
  return 'query' in view;
}

/** Resolves with the user's saved view of the row, or with a saved view that the user picks. */
async function chooseOwnView(deps: SessionDeps, target: unknown, title: string): Promise<ValidView | undefined> {
  const views = ownViewsOf(deps);
  return targetOf(views, target) ?? (await pickView(deps, views, title));
}

function targetOf(views: readonly ValidView[], target: unknown): ValidView | undefined {
  const { kind, name, origin }: { kind?: unknown; name?: unknown; origin?: unknown } =
    typeof target === 'object' && target !== null ? target : {};
  return kind === 'savedView' ? views.find((view) => view.name === name && view.origin === origin) : undefined;
}

async function pickView(deps: SessionDeps, views: readonly ValidView[], title: string): Promise<ValidView | undefined> {
  if (views.length === 0) {
    void deps.prompts.notify('info', l10n.t('No saved views. To save one, select Save View… in My Work.'));
    return undefined;
  }
  const rows = views.map((view) => ({ value: view, label: view.name, description: textOf(deps, view) }));
  return (await chooseRow(deps.prompts, rows, { title, placeholder: l10n.t('Select a view') }))?.value;
}

function textOf(deps: SessionDeps, { query }: ValidView): string {
  return formatQuery(query, filterNames(deps));
}

function filterNames({ session: { store, me } }: SessionDeps): GetFieldNames {
  return loadedFilterNames(store, me);
}

interface AskNameOptions extends Pick<AskTextOptions, 'title' | 'text' | 'placeholder' | 'otherButton'> {
  /** The second line of the prompt. */
  readonly prompt?: string;
  /** The current name of the view, which the view can keep. */
  readonly formerName?: string;
}

/** Asks for a name. Resolves with a name that no other saved view of the user has. */
async function askName(deps: SessionDeps, { formerName, ...options }: AskNameOptions): Promise<string | undefined> {
  const otherNames = ownViewsOf(deps)
    .map(({ name }) => name)
    .filter((name) => name !== formerName);
  const problemOf = (typedName: string): string | undefined => {
    if (normalizeSavedViewName(typedName) === '') return l10n.t('Enter a name.');
    if (typedName.trim().length > MAX_VIEW_NAME_LENGTH)
      return l10n.t('Enter a name of at most {0} characters.', MAX_VIEW_NAME_LENGTH);
    return otherNames.includes(normalizeSavedViewName(typedName))
      ? l10n.t('A view with this name already exists.')
      : undefined;
  };
  const typedName = await askText(
    deps.prompts,
    { prompt: l10n.t('Name of the view'), ...options, staysOpen: true },
    problemOf,
  );
  return typedName === undefined ? undefined : normalizeSavedViewName(typedName);
}
