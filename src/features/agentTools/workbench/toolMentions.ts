// Searches the files in the open folders for mentions of a work item, for the tool that finds code.
import * as vscode from 'vscode';
import type { MentionSearchResult } from '../../../agents/toolContext.ts';
import { searchMentionsInWindow } from '../../../shell/code/findMentions.ts';

const MAX_LINES = 200;

/** Rejects if the search fails. A canceled search resolves with the mentions that were found so far. */
export async function findMentionsForTool(identifier: string, signal: AbortSignal): Promise<MentionSearchResult> {
  if ((vscode.workspace.workspaceFolders ?? []).length === 0)
    return { lines: [], hasFolder: false, isIncomplete: false };
  const result = await searchMentionsInWindow(identifier, signal, () => undefined);
  const lines = result.files.flatMap(({ file, mentions }) =>
    mentions.map(({ line, text }) => ({ path: vscode.workspace.asRelativePath(file), line: line + 1, text })),
  );
  return {
    lines: lines.slice(0, MAX_LINES),
    hasFolder: true,
    isIncomplete: result.incompleteReason !== undefined || lines.length > MAX_LINES,
  };
}
