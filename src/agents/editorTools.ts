// The tools that use the folders and branches of a window of VS Code.
import { normalizeIdentifier } from '../contract/resources/workItem.ts';
import { findAddress } from './findItem.ts';
import type { ItemInput } from './inputs.ts';
import { linkedCodeLines, requestedIdentifier } from './itemTool.ts';
import { codeSearchText, mentionCountNote } from './resultTexts.ts';
import type { EditorTools, ToolContext } from './toolContext.ts';

/** Returns the tools of the window. Outside of VS Code, tools that need them are not offered. */
export function requireEditor({ editor }: ToolContext): EditorTools {
  if (editor === undefined) throw new Error('the tool needs a window of VS Code');
  return editor;
}

/** Resolves with the lines in the open folders that mention a work item, and the lines that its comments link. */
export async function findCode(access: ToolContext, { id, page = 1 }: ItemInput): Promise<string> {
  const identifier = normalizeIdentifier(await requestedIdentifier(access, id));
  const address = await findAddress(access, identifier);
  const linkedLines = await linkedCodeLines(access, address);
  const { lines, hasFolder, isIncomplete } = await requireEditor(access).findMentions(identifier, access.signal);
  return codeSearchText(identifier, lines, {
    linkedCodeLines: linkedLines,
    mentionCountNote: mentionCountNote(hasFolder, isIncomplete),
    page,
  });
}
