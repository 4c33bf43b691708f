// Inserts a work item's identifier into the comment that the work item was created from.

import * as l10n from '@vscode/l10n';
import { findLine, identifierInsertion, type TextInsertion } from '../../core/code/todo.ts';
import type { Prompts } from '../../shell/prompts/prompts.ts';
import type { TodoLocation } from './todoLocation.ts';

/** The file with the TODO comment. */
export interface TodoFile {
  /** The file name without its folder. */
  readonly name: string;
  /** Resolves with undefined if the file does not exist, is not text, or is outside of this window's folders. */
  read(): Promise<{ readonly lines: readonly string[]; readonly languageId: string } | undefined>;
  /**
   * Inserts the text into the line, but does not save the file. Resolves with false if the file cannot be changed. Line
   * numbers start at 0.
   */
  insert(line: number, insertion: TextInsertion): Promise<boolean>;
}

export interface WriteBackDeps {
  readonly prompts: Prompts;
  /** Returns the file with this URI. */
  readonly fileAt: (uri: string) => TodoFile;
  /** Writes the text to the clipboard. */
  readonly copy: (text: string) => Promise<void>;
  /** Returns the markers of TODO comments, from the settings. */
  readonly markers: () => readonly string[];
}

/** Inserts the identifier if the comment still exists, and shows the result. Does not save the changed file. */
export async function insertIntoTodo(deps: WriteBackDeps, identifier: string, location: TodoLocation): Promise<void> {
  const file = deps.fileAt(location.uri);
  const { name } = file;
  const { lines, languageId } = (await file.read()) ?? { lines: [], languageId: '' };
  const line = findLine(lines, location.text, location.line);
  const insertion =
    line === undefined
      ? undefined
      : identifierInsertion(lines, line, languageId, deps.markers(), identifier, location.replaces);
  if (line === undefined || insertion === undefined) {
    await offerToCopy(
      deps,
      identifier,
      l10n.t(
        'The comment that {0} was created from is no longer in {1}, so the identifier was not inserted.',
        identifier,
        name,
      ),
    );
    return;
  }
  if (await file.insert(line, insertion)) {
    deps.prompts.showStatus(l10n.t('Inserted {0} in {1}, line {2}', identifier, name, line + 1), 8000);
    return;
  }
  await offerToCopy(
    deps,
    identifier,
    l10n.t('{0} could not be changed, so {1} was not inserted into the comment.', name, identifier),
  );
}

async function offerToCopy({ prompts, copy }: WriteBackDeps, identifier: string, message: string): Promise<void> {
  const copyLabel = l10n.t('Copy Identifier');
  if ((await prompts.notify('warning', message, copyLabel)) === copyLabel) await copy(identifier);
}
