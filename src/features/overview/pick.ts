// Lets the user pick a project, an initiative or a cycle of a project for an overview.
// More pages of a list are loaded when the user selects the last row.
import * as l10n from '@vscode/l10n';
import type { RecordAddress } from '../../core/cache/address.ts';
import type { Store } from '../../core/cache/store/store.ts';
import type { Session } from '../../core/session/session.ts';
import { KIND_ICONS } from '../../items/icons.ts';
import { askInTwoSteps, type OnBack } from '../../shell/prompts/ask.ts';
import type { ListRow, Prompts } from '../../shell/prompts/prompts.ts';
import { loadFirstPage, moreRow, pickFromList } from '../../shell/recordPicker/pickRecord.ts';
import { choicesOfKind, isUnsupportedList } from '../../shell/recordPicker/recordChoices.ts';

interface OverviewRow extends ListRow {
  readonly address?: RecordAddress;
  /** Selecting the row asks for a project and then a cycle, or loads the next page of projects or initiatives. */
  readonly nextList?: 'cycles' | 'project' | 'initiative';
}

/**
 * Lets the user pick the record whose overview is shown. Resolves with undefined if the user cancels. Rejects with an
 * ApiError if the projects cannot be read.
 */
export async function pickOverview(prompts: Prompts, { store }: Session): Promise<RecordAddress | undefined> {
  return askInTwoSteps(
    () => pickRecordOrCycles(prompts, store),
    async ({ address, nextList }, onBack) => (nextList === 'cycles' ? pickCycle(prompts, store, onBack) : address),
  );
}

async function pickRecordOrCycles(prompts: Prompts, store: Store): Promise<OverviewRow | undefined> {
  const list = prompts.createList<OverviewRow>({
    title: l10n.t('Show Overview'),
    placeholder: l10n.t('Search projects and initiatives'),
    matchedProperties: ['description'],
    rateLimit: store.rateLimit,
  });
  const update = (): void =>
    list.setRows([
      ...withSeparator(l10n.t('Projects'), rowsOf(store, 'project')),
      ...withSeparator(l10n.t('Initiatives'), rowsOf(store, 'initiative')),
      ...withSeparator(l10n.t('Cycles'), [
        {
          label: l10n.t('Cycle of a Project…'),
          icon: { id: KIND_ICONS.cycle },
          alwaysShow: true,
          nextList: 'cycles',
        },
      ]),
    ]);
  const readLists = async (): Promise<void> => {
    await loadFirstPage(choicesOfKind(store, 'project'));
    // On a server that does not support initiatives, the list is empty and no error is shown.
    await store.resources.initiatives.list().read();
    update();
  };
  const loadMore = async (kind: 'project' | 'initiative'): Promise<void> => {
    await choicesOfKind(store, kind).list.loadMore();
    update();
  };
  list.load(readLists());
  for await (const event of list.events()) {
    const row = event.kind === 'accept' ? event.row : undefined;
    if (row?.nextList === 'project' || row?.nextList === 'initiative') list.load(loadMore(row.nextList));
    else if (row !== undefined) return row;
  }
  return undefined;
}

async function pickCycle(prompts: Prompts, store: Store, onBack: OnBack): Promise<RecordAddress | undefined> {
  return askInTwoSteps(
    () =>
      pickFromList(prompts, choicesOfKind(store, 'project'), {
        title: l10n.t('Show Overview: Project'),
        kind: 'project',
        onBack,
      }),
    async (projectId, backToProjects): Promise<RecordAddress | undefined> => {
      const options = { title: l10n.t('Show Overview: Cycle'), kind: 'cycle', onBack: backToProjects } as const;
      const id = await pickFromList(prompts, choicesOfKind(store, 'cycle', projectId), options);
      return id === undefined ? undefined : { kind: 'cycle', within: projectId, id };
    },
  );
}

function withSeparator(label: string, choices: readonly OverviewRow[]): OverviewRow[] {
  return choices.length === 0 ? [] : [{ label, isSeparator: true }, ...choices];
}

/** Returns the rows of the projects or initiatives. Returns an empty list if the server does not support them. */
function rowsOf(store: Store, kind: 'project' | 'initiative'): OverviewRow[] {
  const choices = choicesOfKind(store, kind);
  const { state } = choices.list;
  if (isUnsupportedList(state)) return [];
  const icon = { id: KIND_ICONS[kind] };
  const rows = state.ids.flatMap((id): OverviewRow[] => {
    const row = choices.row(id);
    if (row === undefined) return [];
    const { label, description = '' } = row;
    return [{ label, description, icon, address: { kind, within: '', id } }];
  });
  const loadMoreRow = moreRow(state);
  return loadMoreRow === undefined ? rows : [...rows, { ...loadMoreRow, nextList: kind }];
}
