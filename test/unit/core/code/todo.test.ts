// Tests that TODO comments are found and parsed in many languages, and get identifiers inserted.
import { describe, expect, it } from 'vitest';
import { findLine, identifierInsertion, todoAt, todoRemoval } from '../../../../src/core/code/todo.ts';

const MARKERS = ['TODO', 'FIXME', 'BUG', 'HACK', 'XXX'];

function parseTodo(text: string, languageId = 'typescript', line = 0) {
  return todoAt(text.split('\n'), line, languageId, MARKERS);
}

function withIdentifier(before: string, languageId = 'typescript', replaced?: string): string | undefined {
  const insertion = identifierInsertion([before], 0, languageId, MARKERS, 'WEB-12', replaced);
  return insertion && before.slice(0, insertion.column) + insertion.text + before.slice(insertion.endColumn);
}

function withoutTodo(before: string, languageId: string): string | undefined {
  const lines = before.split('\n');
  const todoLine = lines.findIndex((text) => text.includes('WEB-12'));
  const removal = todoRemoval(lines, todoLine, languageId, MARKERS);
  if (removal === undefined) return undefined;
  const { start, end, text } = removal;
  const offset = ({ line, column }: { line: number; column: number }): number =>
    lines.slice(0, line).join('\n').length + (line > 0 ? 1 : 0) + column;
  return before.slice(0, offset(start)) + text + before.slice(offset(end));
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
    ['python', 'x = 1  # TODO: close the socket  # noqa: E501'],
    ['terraform', '  # TODO: close the socket # tfsec:ignore'],
    ['typescript', 'f(); // TODO: close the socket // eslint-disable-line no-eval'],
    ['c', "char c = '\"'; // TODO: close the socket"],
    ['typescript', 'f("//"); // TODO: close the socket'],
    ['typescript', '// TODO!!!: close the socket'],
    ['typescript', '// TODO? close the socket'],
    ['swift', '// TODO: - close the socket'],
    ['yaml', '- a # TODO: close the socket'],
    ['helm', '{{/* TODO: close the socket */}}'],
    ['liquid', '{% # TODO: close the socket %}'],
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
    ['swift', '#warning("TODO: close the socket")'],
    ['c', '#pragma message("TODO: close the socket");'],
    ['handlebars', '{{! TODO: close the socket }}'],
    ['handlebars', '{{!-- TODO: close the socket --}}'],
    ['handlebars', '{{~!-- TODO: close the socket --~}}'],
    ['mustache', '{{! TODO close the socket}}'],
    ['jinja', '{# TODO: close the socket #}'],
    ['jinja', '{#- TODO: close the socket -#}'],
    ['twig', '<p>{# TODO: close the socket #}</p>'],
    ['django-html', '{% comment "note" %}TODO: close the socket{% endcomment %}'],
    ['liquid', '{%- comment -%} TODO: close the socket {%- endcomment -%}'],
    ['blade', '{{-- TODO: close the socket --}}'],
    ['razor', '@* TODO: close the socket *@'],
    ['aspnetcorerazor', '<b>@* TODO: close the socket *@</b>'],
    ['erb', '<%# TODO: close the socket %>'],
    ['erb', '<%# TODO: close the socket -%>'],
    ['ejs', '<%# TODO: close the socket %>'],
    ['jsp', '<%-- TODO: close the socket --%>'],
    ['ftl', '<#-- TODO: close the socket -->'],
    ['smarty', '{* TODO: close the socket *}'],
    ['cfml', '<!--- TODO: close the socket --->'],
    ['velocity', '## TODO: close the socket'],
    ['velocity', '#* TODO: close the socket *#'],
    ['go-template', '{{/* TODO: close the socket */}}'],
    ['mako', '<%doc>TODO: close the socket</%doc>'],
    ['pug', '//- TODO: close the socket'],
    ['haml', '-# TODO: close the socket'],
    ['slim', '/ TODO: close the socket'],
    ['svelte', '{#if open}<!-- TODO: close the socket -->'],
    ['vue', '<template><!-- TODO: close the socket --></template>'],
    ['lua', '--[[ TODO: close the socket ]]'],
    ['lua', '--[==[ TODO: close the socket ]==]'],
    ['cmake', '#[[ TODO: close the socket ]]'],
    ['nim', '#[ TODO: close the socket ]#'],
    ['julia', '#= TODO: close the socket =#'],
    ['racket', '#| TODO: close the socket |#'],
    ['d', '/+ TODO: close the socket +/'],
    ['pascal', '{ TODO: close the socket }'],
    ['fsharp', '(* TODO: close the socket *)'],
    ['powershell', '<# TODO: close the socket #>'],
    ['elm', '{- TODO: close the socket -}'],
    ['matlab', '%{ TODO: close the socket %}'],
    ['abap', 'x = 1. " TODO: close the socket'],
    ['restructuredtext', '.. TODO: close the socket'],
    ['dockerfile', '#TODO: close the socket'],
    ['toml', 'a = 1 # TODO: close the socket'],
    ['scss', '/* TODO: close the socket */'],
    ['php', '# TODO: close the socket'],
    ['typescript', 'const url = "https://x.example/*"; // TODO: close the socket'],
    ['typescript', '// todo: close the socket'],
    ['typescript', '// Todo: close the socket'],
    ['typescript', '// @todo close the socket'],
    ['typescript', ' * @todo close the socket'],
    ['typescript', '// HACK: close the socket'],
    ['typescript', '// XXX close the socket'],
    ['python', '# BUG: close the socket'],
    ['python', '# hack(mara): close the socket'],
    ['markdown', '<!-- todo: close the socket -->'],
    ['markdown', 'todo: close the socket'],
    ['typescript', 'const TODO = 1; // TODO: close the socket'],
    ['typescript', '// ToDo: close the socket'],
    ['typescript', '// [TODO] close the socket'],
    ['typescript', '// **TODO**: close the socket'],
    ['typescript', '// TODO[mara]: close the socket'],
    ['typescript', '// (TODO: close the socket)'],
    ['typescript', '// TODO, close the socket'],
    ['typescript', '// TODO... close the socket'],
    ['cpp', '/// \\todo close the socket'],
    ['cpp', ' * \\todo close the socket'],
    ['asm-collection', 'mov ax, bx ; TODO: close the socket'],
    ['arm', 'mov r0, r1 @ TODO: close the socket'],
    ['clojurescript', '(f x) ; TODO close the socket'],
    ['emacs-lisp', '(f x) ; TODO close the socket'],
    ['vimscript', 'let x = 1 " TODO: close the socket'],
    ['smalltalk', 'x := 1. "TODO: close the socket"'],
    ['FortranFixedForm', '      x = 1 ! TODO: close the socket'],
    ['COBOL', '       MOVE A TO B *> TODO: close the socket'],
    ['bat', 'echo x & rem TODO: close the socket'],
    ['basic', '10 REM TODO: close the socket'],
    ['vbnet', "x = 1 ' TODO: close the socket"],
    ['freebasic', "/' TODO: close the socket '/"],
    ['tcl', 'set x 1 ;# TODO: close the socket'],
    ['m4', 'AC_INIT dnl TODO: close the socket'],
    ['apl', 'x ← 1 ⍝ TODO: close the socket'],
    ['j', 'x =: 1 NB. TODO: close the socket'],
    ['lean4', '/-- TODO: close the socket -/'],
    ['wat', '(; TODO: close the socket ;)'],
    ['wat', '(nop) ;; TODO: close the socket'],
    ['delphi', '{ TODO -oMara -cNet : close the socket }'],
    ['heex', '<%!-- TODO: close the socket --%>'],
    ['ftl', '[#-- TODO: close the socket --]'],
    ['soy', '{* TODO: close the socket *}'],
    ['dust', '{! TODO: close the socket !}'],
    ['haml', '/ TODO: close the socket'],
    ['helm', '{{- /* TODO: close the socket */ -}}'],
    ['thymeleaf', '<!--/* TODO: close the socket */-->'],
    ['markdown', '<!--- TODO: close the socket --->'],
    ['markdown', '%% TODO: close the socket %%'],
    ['restructuredtext', '.. todo:: close the socket'],
    ['php', '<?php // TODO: close the socket ?>'],
    ['erb', '<%= x # TODO: close the socket %>'],
    ['liquid', '{%- # TODO: close the socket -%}'],
    ['html', '<script>// TODO: close the socket</script>'],
    ['csharp', '/// <remarks>TODO: close the socket</remarks>'],
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
    ['typescript', '// a todo in the middle of a sentence'],
    ['typescript', '  todo: [],'],
    ['yaml', 'bug: 12'],
    ['typescript', '// see XXX-12'],
    ['typescript', '// BUGS are found here'],
    ['markdown', 'This was a BUG of the parser.'],
    ['svelte', '{#each todos as todo}'],
    ['kotlin', '    TODO("close the socket")'],
    ['typescript', 'const rest = count % TODO;'],
    ['typescript', 'for (let i = 0; ; TODO) run();'],
    ['typescript', "const text = ' TODO: x';"],
    ['plaintext', 'a ; todo list'],
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

  it.each([
    ['handlebars', '{{!-- TODO: close the socket\n     when the window goes.\n--}}\n<p>x</p>', 0],
    ['twig', '{#\n  TODO: close the socket\n  when the window goes.\n#}', 1],
    ['typescript', '/*\n  TODO: close the socket\n  when the window goes.\n*/\nf();', 1],
    ['typescript', 'f(); /* TODO: close the socket\n  when the window goes. */\ng();', 0],
    ['c', '/* Opens it.\n   TODO: close the socket\n   when the window goes. */\nint f();', 1],
    ['python', '"""\nTODO: close the socket\nwhen the window goes.\n"""\nx = 1', 1],
    ['lua', '--[[\n TODO: close the socket\n when the window goes.\n]]', 1],
    ['razor', '@*\n    TODO: close the socket\n    when the window goes.\n*@', 1],
    ['jsp', '<%--\n  TODO: close the socket\n  when the window goes.\n--%>', 1],
    ['html', '<!--\n TODO: close the socket\n when the window goes. -->\n<p>', 1],
    ['ruby', '=begin\nTODO: close the socket\nwhen the window goes.\n=end', 1],
    ['haml', '-# TODO: close the socket\n-# when the window goes.', 0],
    ['typescript', '/*\n  todo: close the socket\n  when the window goes.\n*/', 1],
  ])('has the following lines of a block comment in %s: %j', (languageId, text, line) => {
    const todo = parseTodo(text, languageId, line);
    expect(todo?.textLines).toEqual(['close the socket', 'when the window goes.']);
    expect(todo?.lastLine).toBe(line + 1);
  });

  it('keeps brackets at its end that close no comment', () => {
    expect(parseTodo('// TODO: use a[b[0]]')?.textLines).toEqual(['use a[b[0]]']);
    expect(parseTodo('# TODO: render {{ name }}', 'python')?.textLines).toEqual(['render {{ name }}']);
    expect(parseTodo('# TODO: render {% name %}', 'python')?.textLines).toEqual(['render {% name %}']);
    expect(parseTodo('// TODO: use <b>bold</b>')?.textLines).toEqual(['use <b>bold</b>']);
    expect(parseTodo('// TODO: call f(x)')?.textLines).toEqual(['call f(x)']);
  });

  it('has only the markers of the setting', () => {
    expect(todoAt(['// REVIEW: x', '// TODO: y'], 0, 'typescript', ['REVIEW'])?.marker).toBe('REVIEW');
    expect(todoAt(['// C++?: x'], 0, 'typescript', ['C++?'])?.textLines).toEqual(['x']);
    expect(todoAt(['// TODO: y'], 0, 'typescript', ['REVIEW'])).toBeUndefined();
    expect(todoAt(['// TODO: y'], 0, 'typescript', [])).toBeUndefined();
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
    ['const TODO = 1; // TODO: close it', 'const TODO = 1; // TODO(WEB-12): close it'],
    ['// @todo close it', '// @todo(WEB-12) close it'],
    ['// TODO[mara]: close it', '// TODO[mara, WEB-12]: close it'],
    ['// ToDo: close it', '// ToDo(WEB-12): close it'],
    ['{{!-- todo: close it --}}', '{{!-- todo(WEB-12): close it --}}'],
  ])('is inserted into %s', (before, after) => {
    expect(withIdentifier(before)).toBe(after);
  });

  it('is not inserted into a line without a TODO', () => {
    expect(withIdentifier('close();')).toBeUndefined();
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

describe('The identifier of a follow-up', () => {
  it.each([
    ['// TODO(WEB-9): close', '// TODO(WEB-12): close'],
    ['// TODO(ada, WEB-9): close', '// TODO(ada, WEB-12): close'],
    ['// TODO(WEB-8): close', '// TODO(WEB-8, WEB-12): close'],
  ])('replaces that of the finished work item in %s', (before, after) => {
    expect(withIdentifier(before, 'typescript', 'WEB-9')).toBe(after);
  });
});

describe('The removal of a TODO comment', () => {
  it.each([
    ['typescript', 'a();\n// TODO(WEB-12): close\nb();', 'a();\nb();'],
    ['typescript', 'a();\n  // TODO(WEB-12): close\n  // the socket\nb();', 'a();\nb();'],
    ['typescript', 'a();\n// TODO(WEB-12): close', 'a();'],
    ['typescript', '// TODO(WEB-12): close', ''],
    ['typescript', '}); // TODO(WEB-12): see --> close', '});'],
    ['typescript', 'a(); // see docs. TODO(WEB-12): close', 'a(); // see docs.'],
    ['typescript', '  /* TODO(WEB-12): close */ b();', '  b();'],
    ['typescript', 'a(); /* TODO(WEB-12): close */ b();', 'a(); b();'],
    ['typescript', '/* TODO(WEB-12): close\n * the socket */\nb();', 'b();'],
    ['typescript', '/* TODO(WEB-12): close\n *\n * Reads. */\nb();', '/*\n *\n * Reads. */\nb();'],
    ['typescript', '/**\n * Reads.\n * TODO(WEB-12): close\n */\nb();', '/**\n * Reads.\n */\nb();'],
    ['typescript', '/**\n * @todo (WEB-12): close\n */\nb();', '/**\n */\nb();'],
    ['typescript', '/* Reads.\n   TODO(WEB-12): close */\nb();', '/* Reads.\n   */\nb();'],
    ['typescriptreact', '<p>{/* TODO(WEB-12): close */}</p>', '<p> </p>'],
    ['typescriptreact', '<p>\n  {/* TODO(WEB-12): close */}\n</p>', '<p>\n</p>'],
    ['html', '<p>a</p> <!-- TODO(WEB-12): close --> <b>b</b>', '<p>a</p> <b>b</b>'],
    ['python', 'x = 1  #TODO(WEB-12): close', 'x = 1'],
    ['python', 'def f():\n    """TODO(WEB-12): close"""\n    pass', 'def f():\n    pass'],
    ['python', '    """Reads.\n    TODO(WEB-12): close"""', '    """Reads.\n    """'],
    ['ocaml', 'let x = 1 (* TODO(WEB-12): close *) in', 'let x = 1 in'],
    ['clojure', '(f x) ; TODO(WEB-12): close', '(f x)'],
    ['bat', 'REM TODO(WEB-12): close\necho', 'echo'],
    ['latex', 'text % TODO(WEB-12): close', 'text'],
    ['helm', 'a:\n  {{- /* TODO(WEB-12): close */ -}}\n  b', 'a:\n  b'],
    ['helm', '{{/* TODO(WEB-12): close */}} b', 'b'],
    ['liquid', '<p>{% # TODO(WEB-12): close %}</p>', '<p> </p>'],
    ['erb', 'a <%= b # TODO(WEB-12): close %>', 'a <%= b %>'],
    ['php', 'a <?php // TODO(WEB-12): close ?> b', 'a b'],
    ['csharp', '/// <summary>TODO(WEB-12): close</summary>', '/// <summary> </summary>'],
    ['python', 'f()  # TODO(WEB-12): close  # noqa: E501', 'f()  # noqa: E501'],
    ['markdown', '- a\n- [ ] TODO(WEB-12): close\n- b', '- a\n- b'],
    ['markdown', 'Before it ships, TODO(WEB-12): close', 'Before it ships,'],
  ])('leaves the code in %s: %j', (languageId, before, after) => {
    expect(withoutTodo(before, languageId)).toBe(after);
  });

  it('is undefined in code', () => {
    expect(withoutTodo('const text = `TODO(WEB-12)`;', 'typescript')).toBeUndefined();
    expect(withoutTodo('const text = "// TODO(WEB-12)";', 'typescript')).toBeUndefined();
    expect(withoutTodo('const text = `// TODO(WEB-12)`;', 'typescript')).toBeUndefined();
    expect(withoutTodo('  - name: "TODO(WEB-12)"', 'yaml')).toBeUndefined();
    expect(withoutTodo('- name: TODO(WEB-12)', 'yaml')).toBeUndefined();
  });
});
