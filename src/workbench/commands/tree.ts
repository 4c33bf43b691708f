// Owns the commands of the Projects view.
import * as vscode from 'vscode';
import type { Node, Place } from '../../outline/node.ts';
import { PROJECTS_VIEW } from '../names.ts';
import type { Rooms } from '../rooms.ts';

/** Reads again what has been read: the given project, or the projects and every project opened so far. */
export async function refresh({ sessions }: Rooms, given: unknown): Promise<void> {
  await sessions.restore();
  const store = sessions.current?.store;
  if (store === undefined) return;
  const node = given as Node | undefined;
  await vscode.window.withProgress({ location: { viewId: PROJECTS_VIEW } }, async () => {
    if (node?.kind === 'project') {
      await store.readItemsAgain(node.project);
      return;
    }
    await store.readProjectsAgain();
    const opened = store.projects().ids.filter((project) => store.itemsOf(project).status !== 'unread');
    for (const project of opened) await store.readItemsAgain(project);
  });
}

/** The next page of the list whose last row was clicked; the first row that came is selected. */
export async function loadMore({ sessions, tree, view }: Rooms, given: unknown): Promise<void> {
  const store = sessions.current?.store;
  const node = given as Node | undefined;
  if (store === undefined || node?.kind !== 'more') return;
  const { place } = node;
  await vscode.window.withProgress({ location: { viewId: PROJECTS_VIEW } }, () =>
    place.kind === 'root' ? store.moreProjects() : store.moreItems(place.project),
  );
  const first = tree.rowAt(place, node.loaded);
  if (first !== undefined && view.visible) await view.reveal(first, { select: true, focus: true });
}

export async function retry({ sessions }: Rooms, given: unknown): Promise<void> {
  const store = sessions.current?.store;
  const node = given as Node | undefined;
  if (store === undefined || node?.kind !== 'failed') return;
  const { place } = node;
  await vscode.window.withProgress({ location: { viewId: PROJECTS_VIEW } }, () => read(store, place));
}

/** What had been read stays; what failed is asked again. */
function read(store: NonNullable<Rooms['sessions']['current']>['store'], place: Place): Promise<void> {
  const isFirst = (place.kind === 'root' ? store.projects() : store.itemsOf(place.project)).status !== 'ready';
  if (place.kind === 'root') return isFirst ? store.readProjectsAgain() : store.moreProjects();
  return isFirst ? store.readItemsAgain(place.project) : store.moreItems(place.project);
}
