// Writes minimal extensions that serve as baselines for the measurements.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The id of the extension that does nothing. */
export const emptyExtensionId = 'baseline.empty';
/** The names of the view container and the view of the baseline extension, and the label of the view's first row. */
export const baselineRows = { container: 'Baseline', view: 'Baseline Rows', first: 'First row' } as const;

/** Writes the extensions into VS Code's folder of extensions, in which no extension may be installed yet. */
export function writeBaselineExtensions(extensions: string): void {
  write(extensions, 'empty', {}, 'exports.activate = () => {};');
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
  vscode.window.registerTreeDataProvider('baseline.rows', { getChildren: () => rows, getTreeItem: (row) => row });
};`,
  );
}

function write(extensions: string, name: string, contributes: object, code: string): void {
  const folder = join(extensions, `baseline.${name}-1.0.0`);
  mkdirSync(folder, { recursive: true });
  const manifest = {
    name,
    publisher: 'baseline',
    version: '1.0.0',
    engines: { vscode: '^1.103.0' },
    main: './main.cjs',
    activationEvents: [],
  };
  writeFileSync(
    join(folder, 'package.json'),
    JSON.stringify({ ...manifest, extensionKind: ['workspace'], contributes }),
  );
  writeFileSync(join(folder, 'main.cjs'), code);
}
