// Finds VS Code's own proxy resolver. No stable API returns the proxies of the system and of PAC scripts, but the
// extension host adds its resolver to its copy of the module `@vscode/proxy-agent` (VS Code 1.139).
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { errorCodeOf } from '../../client/network/connectErrors.ts';

/** Resolves with the unchecked answer of `resolveProxyByURL` (an object) or `resolveProxyURL` (the URL of the proxy). */
export type ProxyResolver = (url: string) => Promise<unknown>;

/**
 * The resolver, or the reason why it is missing: an error code, or `NO_EXPORT` if the module exports none of the
 * functions.
 */
export type LoadedProxyResolver = { readonly ask: ProxyResolver } | { readonly missing: string };

/** In packaged builds of VS Code, the module can be in the archive `node_modules.asar`. */
const MODULE_FOLDERS = ['node_modules', 'node_modules.asar'];
/**
 * The names of the functions that resolve a proxy. The first is preferred, because it also reports the source of the
 * proxy.
 */
const RESOLVER_NAMES = ['resolveProxyByURL', 'resolveProxyURL'];

function requireExports(appRoot: string, folder: string): { readonly exports: unknown } | { readonly missing: string } {
  try {
    const requireFromApp = createRequire(join(appRoot, 'package.json'));
    return { exports: requireFromApp(join(appRoot, folder, '@vscode', 'proxy-agent')) };
  } catch (error) {
    return { missing: errorCodeOf(error) };
  }
}

function propertyOf(exports: unknown, name: string): unknown {
  return typeof exports === 'object' && exports !== null ? Reflect.get(exports, name) : undefined;
}

function callResolver(exports: unknown, name: string, url: string): unknown {
  const resolve = propertyOf(exports, name);
  if (typeof resolve !== 'function') throw new TypeError(`${name} is not a function`);
  return Reflect.apply(resolve, exports, [url]);
}

/** Loads the module from the folder of VS Code (`vscode.env.appRoot`). */
export function loadProxyResolver(appRoot: string): LoadedProxyResolver {
  const modules = MODULE_FOLDERS.map((folder) => requireExports(appRoot, folder));
  for (const module of modules) {
    const exports = 'exports' in module ? module.exports : undefined;
    const resolverName = RESOLVER_NAMES.find((name) => typeof propertyOf(exports, name) === 'function');
    if (resolverName !== undefined) return { ask: async (url) => callResolver(exports, resolverName, url) };
  }
  const [first] = modules;
  return { missing: first !== undefined && 'missing' in first ? first.missing : 'NO_EXPORT' };
}
