// Tests which files and lines stack traces name, and where these files may be in a folder.
import { describe, expect, it } from 'vitest';
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
  ])('of %s names a file: %j', (_, text, path, line) => {
    expect(findStackFrames(`Error: no\n${text}\n`)).toEqual([{ path, line, text: text.trim() }]);
  });

  it.each([
    'at run (<anonymous>)',
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

describe('Long lines', () => {
  it.each([
    ['names', 'at a.'.padEnd(990, 'a.')],
    ['one word', 'a'.repeat(990)],
    ['words with hyphens', 'ab-'.repeat(330)],
    ['paths', 'a/b.'.repeat(240)],
    ['functions of Firefox', 'x@'.repeat(490)],
    ['words before lines of C#', 'in '.repeat(330)],
  ])('of %s take no longer than a page may', (_, text) => {
    const lines = Array.from({ length: 2000 }, () => `:1 ${text}:1`).join('\n');
    const startMs = performance.now();
    findStackFrames(lines);
    findStackFrames(text.repeat(1000));
    expect(performance.now() - startMs).toBeLessThan(1500);
  });
});
