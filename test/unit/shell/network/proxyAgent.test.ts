// Tests how the module with VS Code's proxy resolver is found, with modules on disk.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { loadProxyResolver } from '../../../../src/shell/network/proxyAgent.ts';
import { temporaryFolder } from '../../../support/templateFolder.ts';

let appRoot: string;
beforeEach(() => {
  appRoot = temporaryFolder();
});

function writeModule(code: string, folder = 'node_modules'): void {
  const path = join(appRoot, folder, '@vscode', 'proxy-agent');
  mkdirSync(path, { recursive: true });
  writeFileSync(join(path, 'package.json'), '{ "main": "main.js", "type": "commonjs" }');
  writeFileSync(join(path, 'main.js'), code);
}

async function ask(): Promise<unknown> {
  const agent = loadProxyResolver(appRoot);
  if (!('ask' in agent)) throw new Error(`no resolver: ${agent.missing}`);
  return agent.ask('https://plane.test/');
}

const BY_URL_FUNCTION = 'exports.resolveProxyByURL = async (url) => ({ url: `http://by-url.test?${url}` });';
const URL_FUNCTION = 'exports.resolveProxyURL = async (url) => `http://url-only.test?${url}`;';

describe('loadProxyResolver', () => {
  it('prefers resolveProxyByURL, because this function also reports the source of the proxy', async () => {
    writeModule(`${URL_FUNCTION}\n${BY_URL_FUNCTION}`);
    expect(await ask()).toEqual({ url: 'http://by-url.test?https://plane.test/' });
  });

  it('returns resolveProxyURL if the package does not export resolveProxyByURL', async () => {
    writeModule(`${URL_FUNCTION}\nexports.resolveProxyByURL = 'no function';`);
    expect(await ask()).toBe('http://url-only.test?https://plane.test/');
  });

  it('finds the module in node_modules.asar', async () => {
    writeModule('exports.other = 1;');
    writeModule(BY_URL_FUNCTION, 'node_modules.asar');
    expect(await ask()).toEqual({ url: 'http://by-url.test?https://plane.test/' });
  });

  it('returns a function that rejects when the resolver throws', async () => {
    writeModule('exports.resolveProxyURL = () => { throw new Error("broken"); };');
    await expect(ask()).rejects.toThrow('broken');
  });

  it.each([
    ['the module does not exist', undefined, 'MODULE_NOT_FOUND'],
    ['the module has neither function', 'exports.other = 1;', 'NO_EXPORT'],
    ['the module exports no object', 'module.exports = 7;', 'NO_EXPORT'],
    ['the module throws', 'throw new TypeError("http://mika:geheim@proxy.test");', 'TypeError'],
  ])('returns an error code if %s', (_what, code, missing) => {
    if (code !== undefined) writeModule(code);
    expect(loadProxyResolver(appRoot)).toEqual({ missing });
  });
});
