// Tests that a program outside of this repository can use the client, the server and the table of operations.
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { packLibraries } from '../release/libraries.ts';
import { childEnvironment } from '../support/setup/child.mjs';
import { root } from '../support/setup/paths.mjs';

const folder = mkdtempSync(join(tmpdir(), 'contrail-libraries-'));
const project = join(folder, 'project');

const run = (command: string, ...args: readonly string[]) =>
  promisify(execFile)(command, args, { cwd: project, env: childEnvironment(), shell: process.platform === 'win32' });

const LIST_WORK_ITEMS = `import { connect } from 'contrail-client';
import { startServer } from 'contrail-server';

const server = await startServer({ data: ':memory:', seed: { kind: 'sample' }, rate: 60, port: 0 });
const client = connect({ url: server.baseUrl, workspace: server.workspace, key: server.apiKey });
const { results: projects } = await client.call.listProjects({});
for (const { id, identifier } of projects) {
  const { results: items } = await client.call.listWorkItems({ project_id: id });
  for (const { sequence_id, name } of items) console.log(\`\${identifier}-\${sequence_id} \${name}\`);
}
await client.close();
await server.stop();
`;

/** Returns the example in the README of a layer. */
function readmeExample(layer: string): string {
  const [, code = ''] = /```ts\n(.*?)```/s.exec(readFileSync(join(root, 'src', layer, 'README.md'), 'utf8')) ?? [];
  return code;
}

/** The compiler must report the three lines below the comments, so it reads the types of the packages. */
const WRONG_TYPES = `import { ApiError, connect } from 'contrail-client';
import { operations } from 'contrail-contract';
import { startServer } from 'contrail-server';

const client = connect({ url: 'https://plane.example', workspace: 'acme', key: 'key' });
export const wrongCalls = () => [
  // @ts-expect-error The path has a parameter project_id.
  client.call.listWorkItems({}),
  // @ts-expect-error A priority is one of five words.
  client.call.updateWorkItem({ project_id: '1', work_item_id: '2', body: { priority: 'huge' } }),
  // @ts-expect-error There is no such seed.
  startServer({ data: ':memory:', seed: { kind: 'nothing' }, rate: 0, port: 0 }),
];

const body: { comment_html?: string | undefined } = operations.createComment.body.parse({ comment_html: '<p>Hi</p>' });
const status: 'PATCH' = operations.updateWorkItem.method;
const fault: string = new ApiError({ kind: 'cancelled' }).fault.kind;
console.log(body.comment_html, status, fault);
await client.close();
`;

const TSCONFIG = {
  compilerOptions: {
    module: 'nodenext',
    target: 'es2023',
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    typeRoots: [join(root, 'node_modules', '@types')],
    types: ['node'],
  },
};

describe('An empty project that installs the packages', () => {
  beforeAll(async () => {
    const tarballs = await packLibraries(folder, {
      GITHUB_SERVER_URL: 'https://github.example',
      GITHUB_REPOSITORY: 'acme/contrail',
    });
    mkdirSync(project);
    const zod = `file:${join(root, 'node_modules', 'zod')}`;
    writeFileSync(join(project, 'package.json'), JSON.stringify({ type: 'module', dependencies: { zod } }));
    writeFileSync(join(project, 'tsconfig.json'), JSON.stringify(TSCONFIG));
    writeFileSync(join(project, 'listWorkItems.ts'), LIST_WORK_ITEMS);
    writeFileSync(join(project, 'wrongTypes.ts'), WRONG_TYPES);
    for (const layer of ['client', 'server']) writeFileSync(join(project, `${layer}.ts`), readmeExample(layer));
    await run('npm', 'install', ...tarballs, '--offline', '--no-audit', '--no-fund');
  }, 120_000);
  afterAll(() => rmSync(folder, { recursive: true }));

  it('lists the work items of the server with the client in fifteen lines', async () => {
    expect(LIST_WORK_ITEMS.trim().split('\n').length).toBeLessThanOrEqual(15);
    const { stdout } = await run(process.execPath, '--no-warnings', 'listWorkItems.ts');
    const lines = stdout.trim().split('\n');
    expect(lines).toEqual(
      expect.arrayContaining([expect.stringMatching(/^WEB-1 ./), expect.stringMatching(/^API-1 ./)]),
    );
    expect(new Set(lines).size).toBe(lines.length);
  });

  it('gets the types of parameters, bodies and responses, which the examples of the READMEs match', async () => {
    for (const layer of ['client', 'server']) expect(readmeExample(layer)).toContain(`contrail-${layer}`);
    await run(process.execPath, join(root, 'node_modules', 'typescript', 'bin', 'tsc'));
    const { stdout } = await run(process.execPath, '--no-warnings', 'wrongTypes.ts');
    expect(stdout.trim()).toBe('<p>Hi</p> PATCH cancelled');
  }, 60_000);
});
