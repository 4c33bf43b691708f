// Tests which files and lines stack traces name, and where these files may be in a folder.
import { describe, expect, it, vi } from 'vitest';
import { candidatePaths, findStackFrames } from '../../../../src/core/code/stackTrace.ts';

describe('A line of a stack trace', () => {
  it.each([
    ['Node.js', '    at run (/home/ada/web/src/app.ts:12:5)', '/home/ada/web/src/app.ts', 12],
    ['Node.js', '    at async file:///home/ada/web/src/app.mjs:12:5', '/home/ada/web/src/app.mjs', 12],
    ['Node.js on Windows', '    at run (C:\\web\\src\\app.js:12:5)', 'C:/web/src/app.js', 12],
    ['a browser', 'run@http://localhost:3000/src/app.js?t=17:12:5', 'src/app.js', 12],
    ['webpack', 'at run (webpack://web/./src/app.ts:12:5)', 'src/app.ts', 12],
    ['Python', '  File "/srv/app/main.py", line 12, in run', '/srv/app/main.py', 12],
    ['Java', '\tat com.example.web.App$Inner.run(App.java:12)', 'com/example/web/App.java', 12],
    ['Java modules', '\tat app//com.example.App.<init>(App.java:12)', 'com/example/App.java', 12],
    ['Kotlin', '\tat com.example.AppKt.main(App.kt:12)', 'com/example/App.kt', 12],
    ['Go', '\t/home/ada/web/main.go:12 +0x1d', '/home/ada/web/main.go', 12],
    ['Rust', '             at ./src/main.rs:12:5', 'src/main.rs', 12],
    ['Rust', "thread 'main' panicked at src/main.rs:12:5:", 'src/main.rs', 12],
    ['C#', '   at App.Run() in C:\\src\\My App\\App.cs:line 12', 'C:/src/My App/App.cs', 12],
    ['Ruby', "app/models/user.rb:12:in `run'", 'app/models/user.rb', 12],
    ['Ruby', "\tfrom /srv/web/app/run.rb:12:in 'Run#go'", '/srv/web/app/run.rb', 12],
    ['PHP', '#0 /var/www/html/index.php(12): run()', '/var/www/html/index.php', 12],
    ['PHP', 'PHP Fatal error: No in /var/www/html/index.php on line 12', '/var/www/html/index.php', 12],
    ['C# in German', '   bei App.Run() in C:\\src\\App.cs:Zeile 12.', 'C:/src/App.cs', 12],
    ['C# in Japanese', '   場所 App.Run() 場所 /src/App.cs:行 12', '/src/App.cs', 12],
    ['C# in Russian', '   в App.Run() в /src/App.cs:строка 12', '/src/App.cs', 12],
    ['Unity', 'App:Run () (at Assets/Scripts/App.cs:12)', 'Assets/Scripts/App.cs', 12],
    ['Next.js', '    at Page (/app/(shop)/[id]/page.tsx:12:5)', '/app/(shop)/[id]/page.tsx', 12],
    ['Vitest', ' ❯ src/app.test.ts:12:5', 'src/app.test.ts', 12],
    ['pytest', 'tests/test_app.py:12: AssertionError', 'tests/test_app.py', 12],
    ['Elixir', '    (web 0.1.0) lib/web/app.ex:12: Web.App.run/1', 'lib/web/app.ex', 12],
    ['ExUnit', '    test/app_test.exs:12: (test)', 'test/app_test.exs', 12],
    ['Erlang', '{app,run,1,[{file,"src/app.erl"},{line,12}]}', 'src/app.erl', 12],
    ['gdb', '#1  0x00005555 in run (a=1) at src/app.c:12', 'src/app.c', 12],
    ['lldb', '  * frame #0: 0x1 app`run at app.m:12:5', 'app.m', 12],
    ['AddressSanitizer', '    #0 0x4f in run /src/app.cc:12:5', '/src/app.cc', 12],
    ['Valgrind', '==123==    by 0x1: run (app.c:12)', 'app.c', 12],
    ['Swift', 'App/Run.swift:12: Fatal error: no', 'App/Run.swift', 12],
    ['a crash log of macOS', '0   App    0x00000001 run() + 12 (Run.swift:12)', 'Run.swift', 12],
    ['Dart', '#0      run (package:web/src/app.dart:12:5)', 'lib/src/app.dart', 12],
    ['Lua', "\tsrc/app.lua:12: in function 'run'", 'src/app.lua', 12],
    ['Haskell', '  error, called at src/App.hs:12:5 in main:App', 'src/App.hs', 12],
    ['Perl', 'Died at lib/App.pm line 12.', 'lib/App.pm', 12],
    ['R', '3: run(x) at R/app.R#12', 'R/app.R', 12],
    ['Julia', '   @ Main ~/web/src/app.jl:12', '~/web/src/app.jl', 12],
    ['PowerShell', 'At C:\\web\\app.ps1:12 char:5', 'C:/web/app.ps1', 12],
    ['PowerShell', 'at Get-App, C:\\web\\app.ps1: line 12', 'C:/web/app.ps1', 12],
    ['Crystal', "  from src/app.cr:12:5 in 'run'", 'src/app.cr', 12],
    ['Zig', 'src/app.zig:12:5: 0x1 in run (app)', 'src/app.zig', 12],
  ])('of %s names a file: %j', (_, text, path, line) => {
    expect(findStackFrames(`Error: no\n${text}\n`)).toEqual([{ path, line, text: text.trim() }]);
  });

  it.each([
    'at run (<anonymous>)',
    '  File "<stdin>", line 1, in <module>',
    '  File "<frozen importlib._bootstrap>", line 241, in run',
    'src/app.py:12: DeprecationWarning: old',
    '#12 see src/app.ts:12 for more',
    'src/app.cc:12:5: error: no',
    'at ../../etc/passwd.txt:1:1',
    'See 12:30.',
    'at com.example.App.run(Native Method)',
    'src/app.ts:1',
    'See src/app.ts:12:5 and the line below.',
    'at src/app.ts:12 a semicolon is missing',
    'https://github.com/acme/web/blob/main/src/app.ts:12',
    'src/app.ts(12,5): error TS2304: no name',
    'The bug is in src/app.ts on line 12.',
    'Ask ada@example.com about src/app.ts:12.',
    '',
  ])('names no file: %j', (text) => {
    expect(findStackFrames(text)).toEqual([]);
  });

  it('is found once', () => {
    expect(findStackFrames('at a (src/a.ts:1:1)\nat b (src/a.ts:1:9)\n')).toHaveLength(1);
  });
});

describe('The file of a stack trace', () => {
  it.each([
    ['/home/ada/web/src/app.ts', ['src/app.ts']],
    ['/app/src/app.ts', ['app/src/app.ts', 'src/app.ts']],
    ['src/app.ts', ['src/app.ts']],
    ['main.go', ['main.go']],
    ['/main.go', []],
    ['/app/node_modules/x/src/app.ts', ['app/node_modules/x/src/app.ts', 'node_modules/x/src/app.ts']],
    ['C:/web/src/app.js', ['C:/web/src/app.js', 'web/src/app.js', 'src/app.js']],
  ])('%s may be %j', (path, candidates) => {
    expect(candidatePaths(path, '/home/ada/web')).toEqual(candidates);
  });
});

describe('A long text', () => {
  it('is searched in 2,000 lines and 500 characters of each, for a number first, then once in each form', () => {
    const searchedIn = (text: string): readonly string[] => {
      const search = vi.spyOn(RegExp.prototype, 'exec');
      findStackFrames(text);
      const searched = search.mock.calls.flatMap(([part]) => (part === text || part === '' ? [] : [part]));
      search.mockRestore();
      return searched;
    };
    const line = 'See app.ts:1';
    const formCount = searchedIn(`${line}\n`).length;
    const searched = searchedIn(`${'x'.repeat(990)}\n${`${line}\n`.repeat(2_500)}`);
    expect(searched[0]).toBe('x'.repeat(500));
    expect(searched.slice(1)).toEqual(Array.from({ length: 1_999 * formCount }, () => line));
  });

  it('is searched up to the 50th file and line', () => {
    const lines = Array.from({ length: 60 }, (_, index) => `at run (src/app.ts:${index + 1}:1)`);
    expect(findStackFrames([...lines, ...lines].join('\n')).map(({ line }) => line)).toEqual(
      Array.from({ length: 50 }, (_, index) => index + 1),
    );
  });
});
