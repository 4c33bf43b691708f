// Loads and runs the bundles as the extension host does, and prints as JSON which globals changed and how often the
// bundles copied the API of VS Code.
// Argument: the folder of the bundles.
import { createRequire } from 'node:module';
import { join } from 'node:path';

const require = createRequire(import.meta.url);
// Uses require, because an import of `node:http` reads its property WebSocket, which loads Node's own undici.
const Module = require('node:module');
const { readFileSync } = require('node:fs');
const { compileFunction } = require('node:vm');
const { Worker } = require('node:worker_threads');
const dns = require('node:dns');
const http = require('node:http');
const https = require('node:https');
const net = require('node:net');
const tls = require('node:tls');
const { EventEmitter } = require('node:events');

const dist = process.argv[2] ?? '';

let apiCopyCount = 0;

/**
 * A replacement for the module `vscode`. Every property and every result of a call is this object again.
 * @type {any}
 */
const vscodeMock = new Proxy(function everything() {}, {
  get: (_, name) => {
    if (name === 'then') return undefined;
    if (name === Symbol.toPrimitive) return () => '';
    return name === Symbol.iterator ? [][Symbol.iterator] : vscodeMock;
  },
  ownKeys: (target) => {
    apiCopyCount += 1;
    return Reflect.ownKeys(target);
  },
  apply: () => vscodeMock,
  construct: () => vscodeMock,
});

/** @type {Map<string, { exports: any }>} */
const modules = new Map();

/**
 * Loads a bundle as the extension host does, with `vscodeMock` as the module `vscode`.
 * @param {string} name
 * @returns {any}
 */
function load(name) {
  const loadedModule = modules.get(name);
  if (loadedModule !== undefined) return loadedModule.exports;
  const file = join(dist, name);
  const module = { exports: {} };
  modules.set(name, module);
  const requireFromDist = createRequire(file);
  const requireModule = (/** @type {string} */ id) => {
    if (id === 'vscode') return vscodeMock;
    return /^\.\/[\w-]+\.cjs$/.test(id) ? load(id.slice(2)) : requireFromDist(id);
  };
  const runBundle = compileFunction(
    readFileSync(file, 'utf8'),
    ['module', 'exports', 'require', '__filename', '__dirname'],
    {
      filename: file,
    },
  );
  runBundle(module, module.exports, requireModule, file, dist);
  return module.exports;
}

/** @type {Map<unknown, number>} */
const objectIds = new Map();

/**
 * Returns an id for an object or function, so that snapshots can be compared; primitive values are returned unchanged.
 * @param {unknown} value
 */
function idOf(value) {
  if ((typeof value !== 'object' && typeof value !== 'function') || value === null) return value;
  if (!objectIds.has(value)) objectIds.set(value, objectIds.size);
  return `thing ${objectIds.get(value)}`;
}

/**
 * Returns the own properties of an object with the ids of their values, getters and setters.
 * @param {object} value
 */
function properties(value) {
  const read = (/** @type {PropertyKey} */ key) => {
    const property = Object.getOwnPropertyDescriptor(value, key) ?? {};
    return ['get', 'set', 'value'].map((part) => idOf(Reflect.get(property, part)));
  };
  return Object.fromEntries(Reflect.ownKeys(value).map((key) => [String(key), read(key)]));
}

function takeSnapshot() {
  const builtIns = {
    Object,
    Array,
    Function,
    Promise,
    String,
    Map,
    Set,
    RegExp,
    Error,
    EventEmitter,
    JSON,
    Math,
    Reflect,
  };
  return {
    globals: properties(globalThis),
    slots: [1, 2].map((one) => idOf(Reflect.get(globalThis, Symbol.for(`undici.globalDispatcher.${one}`)))),
    builtIns: Object.fromEntries(
      Object.entries(builtIns).map(([name, one]) => [
        name,
        [properties(one), properties(Reflect.get(one, 'prototype') ?? {})],
      ]),
    ),
    environment: { ...process.env },
    listeners: Object.fromEntries(
      process
        .eventNames()
        .map((name) => [String(name), EventEmitter.prototype.listeners.call(process, name).map(idOf)]),
    ),
    process: [
      process.title,
      process.cwd(),
      process.umask(),
      process.exitCode,
      idOf(Reflect.get(process, 'emit')),
      idOf(Reflect.get(process, 'emitWarning')),
    ],
    modules: [properties(Module), Object.keys(require.extensions), idOf(Reflect.get(Module.prototype, 'require'))],
    agents: [
      idOf(http.globalAgent),
      idOf(https.globalAgent),
      idOf(http.request),
      idOf(https.request),
      idOf(net.connect),
    ],
    network: [
      dns.getDefaultResultOrder(),
      dns.getServers(),
      net.getDefaultAutoSelectFamily(),
      tls.DEFAULT_MIN_VERSION,
      tls.DEFAULT_CIPHERS,
    ],
  };
}

/** Activates the extension, starts the server in a worker thread and sends one request to it. */
async function runBundles() {
  const extension = load('extension.cjs');
  extension.activate({
    subscriptions: [],
    globalState: new Map(),
    workspaceState: new Map(),
    globalStorageUri: { fsPath: dist },
    extension: { packageJSON: { contributes: { commands: [] } } },
  });
  load('composition.cjs');
  const { createTransport } = load('transport.cjs');
  const apiKey = 'plane_api_guest';
  const server = new Worker(join(dist, 'server.cjs'), {
    workerData: { data: ':memory:', seed: 'sample', rate: 0, apiKey },
    stderr: true,
  });
  const { baseUrl } = await new Promise((resolve, reject) => {
    server.once('message', resolve);
    server.once('error', reject);
  });
  const transport = createTransport();
  const url = `${baseUrl}/api/v1/users/me/`;
  const response = await transport.exchange({
    method: 'GET',
    url,
    headers: { 'x-api-key': apiKey },
    body: undefined,
    signal: undefined,
  });
  await transport.close();
  await server.terminate();
  return response.status;
}

/**
 * Returns the paths of the properties in which two snapshots differ.
 * @param {any} one
 * @param {any} other
 * @returns {string[]}
 */
function differences(one, other, path = '') {
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null)
    return Object.is(one, other) ? [] : [path];
  const keys = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...keys].flatMap((key) => differences(one[key], other[key], `${path}/${key}`));
}

// Loads Node's own undici first, so that its global dispatcher exists before the first snapshot.
void globalThis.WebSocket;
const before = takeSnapshot();
const status = await runBundles();
console.log(JSON.stringify({ status, changed: differences(before, takeSnapshot()), apiCopyCount }));
