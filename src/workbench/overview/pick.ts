// Owns the picker of what an overview is to be shown of: a project, an initiative, or a cycle of a project.
import * as vscode from 'vscode';
import { FaultError } from '../../api/fault.ts';
import type { Session } from '../../session/session.ts';
import type { RecordAddress } from '../../store/address.ts';
import type { Listed } from '../../store/listed.ts';
import type { Store } from '../../store/store.ts';
import { choose } from '../asking.ts';

interface Choice extends vscode.QuickPickItem {
  readonly address?: RecordAddress;
  /** Leads to the cycles of a project. */
  readonly next?: 'cycles' | 'more';
}

const TITLE = 'Show Overview';
const placeHolder = 'Type a name';

/** Undefined when the person leaves. Rejects with a FaultError when the projects cannot be read. */
export async function pickOverview({ store }: Session): Promise<RecordAddress | undefined> {
  const { projects, initiatives } = store.shelves;
  await Promise.all([firstPage(projects.lists), initiatives.lists.read()]);
  const chosen = await choose<Choice>(
    [
      ...group('Projects', projectChoices(store)),
      { label: '$(sync) A cycle of a project…', alwaysShow: true, next: 'cycles' },
      ...group('Initiatives', initiativeChoices(store)),
    ],
    { title: TITLE, placeHolder, matchOnDescription: true },
  );
  return chosen?.next === 'cycles' ? pickCycle(store) : chosen?.address;
}

async function pickCycle(store: Store): Promise<RecordAddress | undefined> {
  const project = await choose<Choice>(projectChoices(store), {
    title: `${TITLE}: Project of the Cycle`,
    placeHolder,
  });
  const within = project?.address?.id;
  if (within === undefined) return undefined;
  const { cycles } = store.shelves;
  await firstPage(cycles.lists, within);
  const choices = cycles.lists.of(within).ids.flatMap((id): Choice[] => {
    const cycle = cycles.get(id, within);
    if (cycle === undefined) return [];
    const dates = [cycle.start_date, cycle.end_date].flatMap((date) => date?.slice(0, 10) ?? []).join(' to ');
    return [{ label: cycle.name, description: dates, iconPath: new vscode.ThemeIcon('sync'), address: cycles.address(id, within) }];
  });
  if (choices.length === 0) {
    void vscode.window.showInformationMessage(`${project?.label ?? 'The project'} has no cycles.`);
    return undefined;
  }
  return (await choose<Choice>(choices, { title: `${TITLE}: Cycle`, placeHolder }))?.address;
}

/** The first page is enough for nearly everybody; what is not on it can be opened from its view. */
async function firstPage<R extends { readonly id: string }>(lists: Listed<R>, owner = ''): Promise<void> {
  await lists.read(owner);
  const { status, fault } = lists.of(owner);
  if (status === 'failed' && fault !== undefined) throw new FaultError(fault);
}

function group(label: string, choices: readonly Choice[]): Choice[] {
  return choices.length === 0 ? [] : [{ label, kind: vscode.QuickPickItemKind.Separator }, ...choices];
}

function projectChoices({ shelves: { projects } }: Store): Choice[] {
  return projects.lists.of().ids.flatMap((id) => {
    const project = projects.get(id);
    if (project === undefined) return [];
    const iconPath = new vscode.ThemeIcon('project');
    return [{ label: project.name, description: project.identifier, iconPath, address: projects.address(id) }];
  });
}

/** None where the server has no initiatives. */
function initiativeChoices({ shelves: { initiatives } }: Store): Choice[] {
  return initiatives.lists.of().ids.flatMap((id) => {
    const initiative = initiatives.get(id);
    if (initiative === undefined) return [];
    const description = initiative.state?.toLowerCase() ?? '';
    return [{ label: initiative.name, description, iconPath: new vscode.ThemeIcon('rocket'), address: initiatives.address(id) }];
  });
}
