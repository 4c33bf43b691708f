// Writes minimal extensions that serve as baselines for the measurements.
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { until } from '../support/until.ts';

/** The id of the extension that does nothing. */
export const emptyExtensionId = 'baseline.empty';
/**
 * The names of the view container and the view of the baseline extension, and the label of the view's first row. A click
 * on this row opens an empty page.
 */
export const baselineRows = { container: 'Baseline', view: 'Baseline Rows', first: 'First row' } as const;

/** How long the probe measures after the start of the extension host, in milliseconds. */
const PROBE_MS = 60_000;

/** The file into which the probe writes the longest turn of the extension host's event loop, in milliseconds. */
export function probeFile(extensions: string): string {
  return join(extensions, 'baseline.probe-1.0.0', 'longest.txt');
}

/** Resolves with the longest turn of the extension host's event loop, in milliseconds. */
export function readProbe(extensions: string): Promise<number> {
  return readWhenWritten(probeFile(extensions), PROBE_MS);
}

/** Resolves with the JSON of a file that an extension writes `milliseconds` after its start. */
async function readWhenWritten<T>(file: string, milliseconds: number): Promise<T> {
  await until(
    `${file} to be written`,
    () => existsSync(file) && readFileSync(file, 'utf8') !== '',
    milliseconds + 60_000,
  );
  return JSON.parse(readFileSync(file, 'utf8'));
}

/**
 * Measures the CPU time of this thread between two timers, so that other programs do not affect it. Runs in the extension
 * host.
 */
const PROBE_CODE = `const { writeFileSync } = require('node:fs');
const { join } = require('node:path');
exports.activate = () => {
  const end = performance.now() + ${PROBE_MS};
  let longest = 0;
  let usage = process.threadCpuUsage();
  const measure = () => {
    const { user, system } = process.threadCpuUsage(usage);
    usage = process.threadCpuUsage();
    longest = Math.max(longest, (user + system) / 1000);
    if (performance.now() < end) setTimeout(measure, 1);
    else writeFileSync(join(__dirname, 'longest.txt'), String(longest));
  };
  measure();
};`;

/** Until when the start of a window and the sign-in have an effect, in milliseconds after the start of the host. */
const REST_START_MS = PROBE_MS + 30_000;
/** The lengths of the periods in which the processor time at rest is measured. */
export const REST_PERIOD_MS = 20_000;
const REST_PERIOD_COUNT = 5;

/** The file into which the extension writes the processor time of each period, in milliseconds. */
function restFile(extensions: string): string {
  return join(extensions, 'baseline.rest-1.0.0', 'rest.json');
}

/** Resolves with the processor times of the extension host in periods in which nothing happens, in milliseconds. */
export function readRest(extensions: string): Promise<readonly number[]> {
  return readWhenWritten(restFile(extensions), REST_START_MS + REST_PERIOD_COUNT * REST_PERIOD_MS);
}

const REST_CODE = `const { writeFileSync } = require('node:fs');
const { join } = require('node:path');
exports.activate = () => {
  const durations = [];
  const measure = () => {
    const start = process.cpuUsage();
    setTimeout(() => {
      const { user, system } = process.cpuUsage(start);
      durations.push((user + system) / 1000);
      if (durations.length < ${REST_PERIOD_COUNT}) measure();
      else writeFileSync(join(__dirname, 'rest.json'), JSON.stringify(durations));
    }, ${REST_PERIOD_MS});
  };
  setTimeout(measure, ${REST_START_MS});
};`;

/** The name of an extension's own code beside the file that measures it. */
export const MEASURED_FILE = 'measured.cjs';

/** The global variable in the extension host that has the duration of each measured extension by its id. */
export const DURATIONS_NAME = 'contrailBenchActivationMs';

/**
 * Replaces the main file of an extension by one that measures the milliseconds to load the code and to call `activate`.
 * Between the two, VS Code waits up to 100 ms for other work, which tells nothing about an extension.
 */
export function measureActivationOf(id: string, mainFile: string): void {
  renameSync(mainFile, join(mainFile, '..', MEASURED_FILE));
  writeFileSync(
    mainFile,
    `const start = performance.now();
const extension = require('./${MEASURED_FILE}');
const loadMs = performance.now() - start;
exports.activate = (context) => {
  const activateStart = performance.now();
  const api = extension.activate(context);
  globalThis.${DURATIONS_NAME} = { ...globalThis.${DURATIONS_NAME}, '${id}': loadMs + performance.now() - activateStart };
  return api;
};
exports.deactivate = () => extension.deactivate?.();`,
  );
}

/** Returns the main file of the empty extension. */
export function emptyExtensionFile(extensions: string): string {
  return join(extensions, 'baseline.empty-1.0.0', 'main.cjs');
}

/** Writes the extensions into VS Code's folder of extensions, in which no extension may be installed yet. */
export function writeBaselineExtensions(extensions: string): void {
  // VS Code finds the extension of a file and creates its API when the file requires it, which no extension can avoid.
  write(extensions, 'empty', {}, "require('vscode');\nexports.activate = () => {};");
  write(extensions, 'probe', {}, PROBE_CODE, ['*']);
  write(extensions, 'rest', {}, REST_CODE, ['*']);
  const views = {
    viewsContainers: { activitybar: [{ id: 'baseline', title: baselineRows.container, icon: '$(rows)' }] },
    views: { baseline: [{ id: 'baseline.rows', name: baselineRows.view }] },
  };
  write(
    extensions,
    'rows',
    views,
    `const vscode = require('vscode');
exports.activate = () => {
  const rows = ['${baselineRows.first}', 'Second row', 'Third row'].map((label) => new vscode.TreeItem(label));
  rows[0].command = { command: 'baseline.openPage', title: 'Open Page' };
  vscode.commands.registerCommand('baseline.openPage', () => {
    const panel = vscode.window.createWebviewPanel('baseline.page', 'Page', vscode.ViewColumn.Active, { enableScripts: true });
    panel.webview.html = '<!DOCTYPE html><html><body><p id="empty-page">Empty</p></body></html>';
  });
  vscode.window.registerTreeDataProvider('baseline.rows', { getChildren: () => rows, getTreeItem: (row) => row });
};`,
  );
}

function write(
  extensions: string,
  name: string,
  contributes: object,
  code: string,
  activationEvents: readonly string[] = [],
): void {
  const folder = join(extensions, `baseline.${name}-1.0.0`);
  mkdirSync(folder, { recursive: true });
  const manifest = {
    name,
    publisher: 'baseline',
    version: '1.0.0',
    engines: { vscode: '^1.103.0' },
    main: './main.cjs',
    activationEvents,
  };
  writeFileSync(
    join(folder, 'package.json'),
    JSON.stringify({ ...manifest, extensionKind: ['workspace'], contributes }),
  );
  writeFileSync(join(folder, 'main.cjs'), code);
}
