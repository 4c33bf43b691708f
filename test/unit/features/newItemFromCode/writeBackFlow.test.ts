// Tests that the identifier of a new work item is inserted into the comment that it was created from.
import { beforeEach, describe, expect, it } from 'vitest';
import type { TextInsertion } from '../../../../src/core/code/todo.ts';
import {
  insertIntoTodo,
  type TodoFile,
  type WriteBackDeps,
} from '../../../../src/features/newItemFromCode/writeBack.ts';
import { forEachTest } from '../../../support/fixture.ts';
import { ScriptedPrompts } from '../../../support/scriptedPrompts.ts';

const TODO = '  # TODO: close the socket';
const ORIGIN = { uri: 'file:///src/login.py', line: 1, text: TODO };

/** A file in memory. */
class TestFile implements TodoFile {
  readonly name = 'login.py';
  isReadOnly = false;
  lines: string[] | undefined;

  constructor(...lines: readonly string[]) {
    this.lines = [...lines];
  }

  async read() {
    return this.lines && { lines: this.lines, languageId: 'python' };
  }

  async insert(line: number, { column, endColumn, text }: TextInsertion): Promise<boolean> {
    const before = this.lines?.[line];
    if (this.isReadOnly || this.lines === undefined || before === undefined) return false;
    this.lines[line] = before.slice(0, column) + text + before.slice(endColumn);
    return true;
  }
}

let copiedTexts: string[];
let uris: string[];
const prompts = forEachTest(() => new ScriptedPrompts());
beforeEach(() => {
  copiedTexts = [];
  uris = [];
});

function insertInto(file: TodoFile): Promise<void> {
  const deps: WriteBackDeps = {
    prompts,
    fileAt: (uri) => {
      uris.push(uri);
      return file;
    },
    copy: async (text) => void copiedTexts.push(text),
    markers: () => ['TODO'],
  };
  return insertIntoTodo(deps, 'WEB-29', ORIGIN);
}

describe('The identifier of a new work item', () => {
  it('is inserted into the comment that the work item was created from', async () => {
    const file = new TestFile('x = 1', TODO, 'y = 2');
    await insertInto(file);
    expect(uris).toEqual([ORIGIN.uri]);
    expect(file.lines).toEqual(['x = 1', '  # TODO(WEB-29): close the socket', 'y = 2']);
    expect(prompts.statusMessages).toEqual(['Inserted WEB-29 in login.py, line 2']);
    expect(prompts.pending).toEqual([]);
  });

  it('is inserted into the comment after the line number and the indentation of the comment have changed', async () => {
    const file = new TestFile('# Licensed to everybody.', '', 'x = 1', '# TODO: close the socket');
    await insertInto(file);
    expect(file.lines?.at(3)).toBe('# TODO(WEB-29): close the socket');
    expect(prompts.statusMessages).toEqual(['Inserted WEB-29 in login.py, line 4']);
  });

  it.each([
    ['the comment was changed', ['x = 1', '# TODO: close the socket now']],
    ['the file cannot be read', undefined],
  ] as const)('can be copied from a message if %s', async (_why, lines) => {
    const file = new TestFile();
    file.lines = lines === undefined ? undefined : [...lines];
    const insertion = insertInto(file);
    const message = await prompts.message(
      'The comment that WEB-29 was created from is no longer in login.py, so the identifier was not inserted.',
    );
    expect(message).toMatchObject({ kind: 'warning', buttons: ['Copy Identifier'] });
    message.select('Copy Identifier');
    await insertion;
    expect(copiedTexts).toEqual(['WEB-29']);
    expect(file.lines).toEqual(lines);
    expect(prompts.statusMessages).toEqual([]);
  });

  it('is not copied if the user closes the warning', async () => {
    const insertion = insertInto(new TestFile('x = 1'));
    (await prompts.message('is no longer in login.py')).close();
    await insertion;
    expect(copiedTexts).toEqual([]);
  });

  it('can be copied from a message if the file cannot be changed', async () => {
    const file = new TestFile('x = 1', TODO);
    file.isReadOnly = true;
    const insertion = insertInto(file);
    (await prompts.message('login.py could not be changed, so WEB-29 was not inserted into the comment.')).select(
      'Copy Identifier',
    );
    await insertion;
    expect(copiedTexts).toEqual(['WEB-29']);
    expect(prompts.statusMessages).toEqual([]);
  });
});
