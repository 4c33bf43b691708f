// Recognizes the windows of the sample folder. Activation loads this file, so it imports as little as possible.
import * as vscode from 'vscode';
import type { SampleFolderPlaces } from '../sampleFolderPlaces.ts';

/** Returns whether the only folder of the window is a sample folder. */
export function isSampleWindow(places: Pick<SampleFolderPlaces, 'includes'>): boolean {
  const { workspaceFolders: [folder, ...others] = [] } = vscode.workspace;
  return folder !== undefined && others.length === 0 && places.includes(folder.uri.fsPath);
}
