// Writes minimal extensions, which are the references for the measurements of Contrail.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The id of the extension that does nothing. */
export const empty = 'floor.empty';
/** The names of the reference view container and view, and the label of its first row. */
export const rows = { container: 'Floor', view: 'Floor Rows', first: 'First row' } as const;

/** Writes the extensions into VS Code's folder of extensions, in which no extension may be installed yet. */
export function writeFloors(extensions: string): void {
  write(extensions, 'empty', {}, 'exports.activate = () => {};');
  const views = {
    viewsContainers: { activitybar: [{ id: 'floor', title: rows.container, icon: '$(rows)' }] },
    views: { floor: [{ id: 'floor.rows', name: rows.view }] },
  };
  write(
    extensions,
    'rows',
    views,
    `const vscode = require('vscode');
exports.activate = () => {
  const rows = ['${rows.first}', 'Second row', 'Third row'].map((label) => new vscode.TreeItem(label));
  vscode.window.registerTreeDataProvider('floor.rows', { getChildren: () => rows, getTreeItem: (row) => row });
};`,
  );
}

function write(extensions: string, name: string, contributes: object, code: string): void {
  const folder = join(extensions, `floor.${name}-1.0.0`);
  mkdirSync(folder, { recursive: true });
  const manifest = {
    name,
    publisher: 'floor',
    version: '1.0.0',
    engines: { vscode: '^1.96.0' },
    main: './main.cjs',
    activationEvents: [],
  };
  writeFileSync(
    join(folder, 'package.json'),
    JSON.stringify({ ...manifest, extensionKind: ['workspace'], contributes }),
  );
  writeFileSync(join(folder, 'main.cjs'), code);
}
