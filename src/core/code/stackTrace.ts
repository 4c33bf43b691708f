// Finds the files and lines that stack traces name, in the forms of common languages, and where they may be in a folder.

/** A line of a stack trace. */
export interface StackFrame {
  /** The path as the trace names it, with slashes: absolute, or relative to an unknown folder. */
  readonly path: string;
  /** The line, 1-based. */
  readonly line: number;
  /** The text of the line of the trace. */
  readonly text: string;
}

const MAX_LINES = 2_000;
const MAX_LINE_LENGTH = 500;
const MAX_FRAMES = 50;
/** Every form has a number after one of these texts; looking for it is faster than all forms. */
const LINE_NUMBER = /[:(#]\d|line[ ,]\d|:\p{L}+ ?\d/u;

/** Characters of a path; no form goes over the end of a line. */
const DRIVE = '(?:[A-Za-z]:)?';
/**
 * A path starts where the text before it cannot belong to it, or after the function's name in a trace of Firefox:
 * `run@http://`. Otherwise each character of a long line is tried as its start.
 */
const START = String.raw`(?:(?<![^\s:*?"'<>|()])|(?<=@)(?=[a-z][a-z+-]*:\/\/))`;
/** A line of a Java, Kotlin or Scala trace names the class, which contains the path of its package. */
const JVM_FRAME =
  /\bat (?:[\w.@-]*\/)*([\w$]+(?:\.[\w$]+)*)\.[\w$<>]+\(([\w$-]+\.(?:java|kt|scala|groovy|clj)):(\d+)\)/;
const FORMS: readonly RegExp[] = [
  // Python: File "app/main.py", line 12, in run
  /\bFile "([^"\n]+)", line (\d+)/,
  // C#: at App.Main() in C:\src\App.cs:line 12, also in the languages of .NET's messages. The rare part is looked for
  // first, so that a line with many words is fast.
  new RegExp(
    String.raw`(?<=(?<!\S)(?:in|dans|en|na|[vwв]|場所|파일|位置|於) (${DRIVE}[\\/][^:*?"<>|\n]{1,260}|[^\s:*?"<>|()]{1,260})):(?:line|Zeile|ligne|línea|riga|linha|wiersz|řádek|строка|行号?|줄) ?(\d+)`,
  ),
  // PHP: in /var/www/index.php on line 12
  new RegExp(String.raw`\bin (${DRIVE}[^\s:*?"<>|]+\.(?:php\d?|phtml|inc)) on line (\d+)`),
  // PHP: #0 /var/www/index.php(12): run()
  new RegExp(String.raw`^#\d+ (${DRIVE}[^\s:*?"'<>|()]+\.\w{1,8})\((\d+)\)`),
  // Perl: at lib/App.pm line 12.
  /\bat ([^\s:*?"'<>|()]+\.(?:pl|pm|t|cgi|psgi)) line (\d+)/,
  // PowerShell: at Get-App, C:\src\app.ps1: line 12
  new RegExp(String.raw`^at [^\s,]+, (${DRIVE}[^:*?"<>|\n]{1,260}\.psm?1): line (\d+)`),
  // R: 3: run(x) at R/app.R#12
  /\bat ([^\s:*?"'<>|()#]+\.[Rr])#(\d+)$/,
  // Erlang: [{file,"src/app.erl"},{line,12}]
  /\{file,"([^"\n]+)"\},\{line,(\d+)\}/,
];
/** Most languages: src/app.ts:12:5. The folder of a route of Next.js can be in parentheses. */
const LOCATION = new RegExp(
  String.raw`${START}((?:[a-z][a-z+-]*:\/\/|package:)?${DRIVE}(?:[^\s:*?"'<>|()]|(?<=\/)\([\w.-]+\)(?=\/))+(?::\d+\/[^\s:*?"'<>|()]+)?\.\w{1,8}(?:\?[^\s:()]*)?):(\d+)`,
);
/**
 * The lines with a location that are frames; a file and a line are also how texts and links name code.
 */
const LOCATION_FRAMES: readonly RegExp[] = [
  // Node.js, Rust: at run (src/app.ts:12:5); Unity: Run () (at Assets/App.cs:12); Vitest: ❯ src/app.ts:12:5
  /^(?:at|❯) .*:\d+\)?$|\(at [^()]+:\d+\)$/,
  // PowerShell: At C:\src\app.ps1:12 char:5
  /^At .*:\d+ char:\d+$/,
  // Rust
  /\bpanicked at /,
  // Firefox and Safari: run@http://localhost/app.js:12:5
  /^[^\s@]*@[a-z][a-z+-]*:\/\//,
  // Ruby, Crystal, Lua: app.rb:12:in `run', app.cr:12:5 in 'run', app.lua:12: in function 'run'
  /:\d+:in [`'"]|:\d+:\d+ in '|\.lua:\d+: in /,
  // Go: /src/main.go:12 +0x1d
  /\.go:\d+ \+0x[\da-f]+$/,
  // gdb, lldb, AddressSanitizer, Dart: #1  0x0 in run () at app.c:12
  /^(?:\* )?(?:frame )?#\d+:?\s.*:\d+(?::\d+)?\)?$/,
  // Valgrind: ==7==    by 0x1: run (app.c:12)
  /^==\d+==\s+(?:at|by) .*:\d+\)$/,
  // Swift: App.swift:12: Fatal error: no; 1   App   0x1 run() + 12 (App.swift:12)
  /\.swift:\d+: Fatal error\b|^\d+ +\S+ +0x[\da-f]+ .*\.swift:\d+\)?$/,
  // Zig: app.zig:12:5: 0x1 in run (app)
  /:\d+:\d+: 0x[\da-f]+ in /,
  // Elixir: (app 0.1.0) lib/app.ex:12: App.run/1
  /^\([\w.]+ [\w.-]+\) \S+:\d+: |\.exs:\d+: \(/,
  // Haskell: error, called at src/App.hs:12:5 in main:App
  / called at \S+:\d+:\d+ in /,
  // Julia: @ Main ~/src/app.jl:12
  /^@ \S+ \S+:\d+$|^\[\d+\] .* at \S+ \S+\.jl:\d+$/,
  // pytest: tests/test_app.py:12: AssertionError
  /^\S+\.py:\d+: (?:\w*(?:Error|Exception|Failed)\b|in )/,
];
/** The folders that contain the code of others; below them, the same names mean other files. */
const DEPENDENCY_FOLDER =
  /^(?:node_modules|site-packages|dist-packages|gems|vendor|\.cargo|registry|mod|\.m2|\.nuget)$/;

/** Returns the lines of stack traces in a text, each file and line once. */
export function findStackFrames(text: string): readonly StackFrame[] {
  const frames = new Map<string, StackFrame>();
  for (const line of text.split(/\r\n|\r|\n/, MAX_LINES)) {
    if (frames.size >= MAX_FRAMES) break;
    const start = line.slice(0, MAX_LINE_LENGTH);
    const frame = LINE_NUMBER.test(start) ? frameIn(start) : undefined;
    if (frame !== undefined && !frames.has(`${frame.path}:${frame.line}`))
      frames.set(`${frame.path}:${frame.line}`, frame);
  }
  return [...frames.values()];
}

function frameIn(line: string): StackFrame | undefined {
  const text = line.trim();
  const [, className, file, jvmLine] = JVM_FRAME.exec(text) ?? [];
  if (className !== undefined && file !== undefined)
    return { path: [...className.split('.').slice(0, -1), file].join('/'), line: Number(jvmLine), text };
  for (const form of LOCATION_FRAMES.some((frame) => frame.test(text)) ? [...FORMS, LOCATION] : FORMS) {
    const [, named, lineText] = form.exec(text) ?? [];
    const path = named === undefined ? undefined : normalizePath(named);
    if (path !== undefined && Number(lineText) > 0) return { path, line: Number(lineText), text };
  }
  return undefined;
}

/** Returns the path without the origin of a web address. Undefined if it leads out of its folder. */
function normalizePath(named: string): string | undefined {
  const withoutOrigin = named
    .replace(/^file:\/\//, '')
    // A package of Dart has its files in `lib`.
    .replace(/^package:\w+\//, 'lib/')
    .replace(/^(?:https?|webpack(?:-internal)?):\/\/[^/]*\//, '')
    .replace(/\?.*$/, '');
  const segments = withoutOrigin.replaceAll('\\', '/').split('/');
  const isAbsolute = segments[0] === '' || /^[A-Za-z]:$/.test(segments[0] ?? '');
  const names = segments.filter((name) => name !== '' && name !== '.');
  if (names.length === 0 || names.includes('..') || named.startsWith('<')) return undefined;
  return `${isAbsolute && segments[0] === '' ? '/' : ''}${names.join('/')}`;
}

/**
 * Returns the paths in a folder that the path of a trace can mean, the most likely first. A trace from another machine
 * names another folder, so parts at the start are left out, but never so that only a file name is left, and never the
 * folder of a dependency.
 */
export function candidatePaths(path: string, folder: string): readonly string[] {
  const inFolder = `${folder.replaceAll('\\', '/').replace(/\/$/, '')}/`;
  if (path.startsWith(inFolder)) return [path.slice(inFolder.length)];
  const isAbsolute = path.startsWith('/') || /^[A-Za-z]:\//.test(path);
  const names = path.split('/').filter((name) => name !== '');
  const candidates: string[] = [];
  for (const [index] of names.entries()) {
    const rest = names.slice(index);
    const isComplete = index === 0 && !isAbsolute;
    if (names.slice(0, index).some((name) => DEPENDENCY_FOLDER.test(name))) break;
    if (isComplete || rest.length > 1) candidates.push(rest.join('/'));
  }
  return candidates;
}
