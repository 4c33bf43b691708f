// Tests that TODO comments are found and parsed in many languages, and get identifiers inserted.
import { describe, expect, it } from 'vitest';
import { findLine, identifierInsertion, todoAt } from '../../../src/codeLinks/todo.ts';

function parseTodo(text: string, languageId = 'typescript', line = 0) {
  return todoAt(text.split('\n'), line, languageId);
}

describe('A TODO comment', () => {
  it.each([
    ['typescript', '// TODO: close the socket'],
    ['typescript', 'const a = 1; // TODO close the socket'],
    ['typescript', '/* TODO: close the socket */'],
    ['typescript', ' * @TODO: close the socket'],
    ['typescriptreact', '{/* FIXME - close the socket */}'],
    ['python', '    # TODO: close the socket'],
    ['python', 'x = 1  #TODO: close the socket'],
    ['python', '    """TODO: close the socket"""'],
    ['python', '    TODO: close the socket'],
    ['html', '<!-- TODO: close the socket -->'],
    ['sql', 'select 1 -- TODO: close the socket'],
    ['haskell', '{- TODO: close the socket -}'],
    ['clojure', '(f x) ; TODO: close the socket'],
    ['ini', '; TODO: close the socket'],
    ['latex', 'text % TODO: close the socket'],
    ['vb', "x = 1 ' TODO: close the socket"],
    ['bat', 'REM TODO: close the socket'],
    ['ocaml', '(* TODO: close the socket *)'],
    ['markdown', '- [ ] TODO: close the socket'],
    ['markdown', 'Before it ships, TODO: close the socket'],
    ['plaintext', 'TODO close the socket'],
    ['zig', '/// TODO: close the socket'],
    ['an unknown language', '# TODO: close the socket'],
  ])('is found in %s: %s', (languageId, text) => {
    expect(parseTodo(text, languageId)?.textLines).toEqual(['close the socket']);
  });

  it.each([
    ['typescript', "const TODO = 'x';"],
    ['typescript', 'if (state === TODO) return;'],
    ['typescript', '// todos are listed below'],
    ['typescript', '// MASTODON'],
    ['typescript', 'open("https://example.com/TODO")'],
    ['typescript', `// ${'x'.repeat(2_000)} TODO: made by a machine`],
    ['python', 'print(TODO)'],
    ['typescript', ''],
  ])('is not found in %s: %s', (languageId, text) => {
    expect(parseTodo(text, languageId)).toBeUndefined();
  });

  it('may contain an owner or an identifier in parentheses', () => {
    expect(parseTodo('// TODO(mara): close it')).toMatchObject({
      marker: 'TODO',
      owner: 'mara',
      textLines: ['close it'],
    });
    expect(parseTodo('# FIXME (WEB-12): close it', 'python')).toMatchObject({
      marker: 'FIXME',
      owner: 'WEB-12',
      textLines: ['close it'],
    });
  });

  it('includes the following lines of the same comment', () => {
    expect(parseTodo('  // TODO: close the socket\n  // when the window goes.\n  close();')?.textLines).toEqual([
      'close the socket',
      'when the window goes.',
    ]);
    expect(
      parseTodo('/**\n * TODO: close it\n * in the end\n *\n * @param a\n */', 'typescript', 1)?.textLines,
    ).toEqual(['close it', 'in the end']);
    expect(parseTodo('/* TODO: close it\n   in the end */\nf();')?.textLines).toEqual(['close it', 'in the end']);
    expect(parseTodo('# TODO: one\n# FIXME: two', 'python')?.textLines).toEqual(['one']);
    expect(parseTodo('f(); // TODO: one\n// of something else')?.textLines).toEqual(['one']);
  });

  it('is found even if no text follows it', () => {
    expect(parseTodo('// TODO')?.textLines).toEqual([]);
  });

  it('is looked up in lines that could cause excessive backtracking within the time limit of the test', () => {
    const backtrackingLines = [
      '/'.repeat(999),
      `${' '.repeat(990)}TODO`,
      `${'*'.repeat(900)}(TODO`,
      `TODO${'('.repeat(900)}`,
    ];
    for (const text of backtrackingLines) expect(() => parseTodo(text)).not.toThrow();
  });
});

describe('The identifier of a new work item', () => {
  it.each([
    ['// TODO: close it', '// TODO(WEB-12): close it'],
    ['// TODO close it', '// TODO(WEB-12) close it'],
    ['// TODO', '// TODO(WEB-12)'],
    ['# FIXME(mara): close it', '# FIXME(mara, WEB-12): close it'],
    ['# FIXME(): close it', '# FIXME(WEB-12): close it'],
    ['# FIXME (mara): close it', '# FIXME (mara, WEB-12): close it'],
  ])('is inserted into %s', (before, after) => {
    const insertion = identifierInsertion(before, 'WEB-12');
    expect(insertion && before.slice(0, insertion.column) + insertion.text + before.slice(insertion.column)).toBe(
      after,
    );
  });

  it('is not inserted into a line without a TODO', () => {
    expect(identifierInsertion('close();', 'WEB-12')).toBeUndefined();
  });
});

describe('findLine', () => {
  it('returns the former position of a line, or else the nearest position with the same text', () => {
    const text = '// TODO: close it';
    expect(findLine(['a', text, 'b'], text, 1)).toBe(1);
    expect(findLine(['new', 'a', `    ${text}`], text, 1)).toBe(2);
    expect(findLine([text, 'a', 'a', 'a', text], text, 3)).toBe(4);
  });

  it('returns no position if the text of the line was changed or removed', () => {
    expect(findLine(['// TODO: close it soon'], '// TODO: close it', 0)).toBeUndefined();
  });
});
