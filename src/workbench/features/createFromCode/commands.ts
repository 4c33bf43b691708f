// Owns the commands that make a work item from code: from what stands at the cursor, or from what a quick fix or the tests hand over.
import * as vscode from 'vscode';
import { begin } from './begin.ts';
import { type Start, startAt } from './starts.ts';
import { testStart } from './testStart.ts';
import { inform } from '../../ui/notifications.ts';
import type { Rooms } from '../../composition.ts';

export async function createFromCode(rooms: Rooms, given: unknown): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  const start = isStart(given) ? given : editor === undefined ? undefined : startAt(editor);
  if (start === undefined) {
    void inform('Open a text file and put the cursor on a comment, a problem or the lines to make a work item from.');
    return;
  }
  await begin(rooms, start);
}

export async function createFromTest(rooms: Rooms, given: unknown): Promise<void> {
  const start = await testStart(given);
  if (start === undefined) {
    void inform('Choose a failed test in the Test Results view to make a work item from.');
    return;
  }
  await begin(rooms, start);
}

/** As a quick fix hands it over. */
function isStart(given: unknown): given is Start {
  return typeof given === 'object' && given !== null && 'suggestion' in given && 'at' in given;
}
