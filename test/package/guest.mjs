// A process that acts as extension host: loads every bundle, runs them, and prints the changes of
// its own state as JSON. Argument: the folder of the bundles.
import { createRequire } from 'node:module';
import { join } from 'node:path';

const require = createRequire(import.meta.url);
// Required, not imported: an import of `node:http` reads its WebSocket, which loads the host's own undici.
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

/**
 * Replaces all of `vscode`: can be called, constructed and accessed without limit, and is never awaited.
 * @type {any}
 */
const anything = new Proxy(function everything() {}, {
  get: (_, name) => {
    if (name === 'then') return undefined;
    if (name === Symbol.toPrimitive) return () => '';
    return name === Symbol.iterator ? [][Symbol.iterator] : anything;
  },
  // Bundles copy what they import, including its prototype.
  getPrototypeOf: () => anything,
  apply: () => anything,
  construct: () => anything,
});

/**
 * Loads a bundle as the host does, with `anything` as its `vscode`.
 * @param {string} name
 * @returns {any}
 */
function load(name) {
  const file = join(dist, name);
  const made = { exports: {} };
  const own = createRequire(file);
  const give = (/** @type {string} */ id) => {
    if (id === 'vscode') return anything;
    return /^\.\/[\w-]+\.cjs$/.test(id) ? load(id.slice(2)) : own(id);
  };
  const run = compileFunction(readFileSync(file, 'utf8'), ['module', 'exports', 'require', '__filename', '__dirname'], {
    filename: file,
  });
  run(made, made.exports, give, file, dist);
  return made.exports;
}

/** @type {Map<unknown, number>} */
const kept = new Map();

/**
 * Returns an id for each object that must stay identical.
 * @param {unknown} thing
 */
function identity(thing) {
  if ((typeof thing !== 'object' && typeof thing !== 'function') || thing === null) return thing;
  if (!kept.has(thing)) kept.set(thing, kept.size);
  return `thing ${kept.get(thing)}`;
}

/**
 * Returns the own properties with their values; for accessors, the getter and setter.
 * @param {object} thing
 */
function properties(thing) {
  const read = (/** @type {PropertyKey} */ key) => {
    const property = Object.getOwnPropertyDescriptor(thing, key) ?? {};
    return ['get', 'set', 'value'].map((part) => identity(Reflect.get(property, part)));
  };
  return Object.fromEntries(Reflect.ownKeys(thing).map((key) => [String(key), read(key)]));
}

function look() {
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
    slots: [1, 2].map((one) => identity(Reflect.get(globalThis, Symbol.for(`undici.globalDispatcher.${one}`)))),
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
        .map((name) => [String(name), EventEmitter.prototype.listeners.call(process, name).map(identity)]),
    ),
    process: [
      process.title,
      process.cwd(),
      process.umask(),
      process.exitCode,
      identity(Reflect.get(process, 'emit')),
      identity(Reflect.get(process, 'emitWarning')),
    ],
    modules: [properties(Module), Object.keys(require.extensions), identity(Reflect.get(Module.prototype, 'require'))],
    agents: [
      identity(http.globalAgent),
      identity(https.globalAgent),
      identity(http.request),
      identity(https.request),
      identity(net.connect),
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

/** Starts the server as a thread and sends one request to it. */
async function work() {
  const door = load('extension.cjs');
  door.activate({
    subscriptions: [],
    globalState: new Map(),
    extension: { packageJSON: { contributes: { commands: [] } } },
  });
  load('composition.cjs');
  const { createWire } = load('wire.cjs');
  const apiKey = 'plane_api_guest';
  const server = new Worker(join(dist, 'server.cjs'), {
    workerData: { data: ':memory:', seed: 'sample', rate: 0, apiKey },
    stderr: true,
  });
  const { baseUrl } = await new Promise((resolve, reject) => {
    server.once('message', resolve);
    server.once('error', reject);
  });
  const wire = createWire();
  const url = `${baseUrl}/api/v1/users/me/`;
  const answer = await wire.exchange({
    method: 'GET',
    url,
    headers: { 'x-api-key': apiKey },
    body: undefined,
    signal: undefined,
  });
  await wire.close();
  await server.terminate();
  return answer.status;
}

/**
 * Returns the paths at which two states differ.
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

// Loads the host's own undici first, so that its dispatcher is in the slots.
void globalThis.WebSocket;
const before = look();
const status = await work();
console.log(JSON.stringify({ status, changed: differences(before, look()) }));
