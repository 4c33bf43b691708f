// Reads the source files of the project with their imports and exports.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync, Visitor } from 'oxc-parser';
import { root } from '../support/setup/paths.mjs';

interface Import {
  readonly from: string;
  /** Whether only types are imported, so that the import is erased at compile time. */
  readonly typeOnly: boolean;
}

export interface Source {
  /** The path relative to the root of the repository, with slashes. */
  readonly path: string;
  readonly text: string;
  readonly imports: readonly Import[];
  readonly exportsDefault: boolean;
  /** The names that the file declares and exports; without re-exported names. */
  readonly exports: readonly string[];
  /** The methods that are called with all elements of an array as arguments: `push` for `rows.push(...newRows)`. */
  readonly methodsWithSpread: readonly string[];
}

/** Returns every file below a folder of the repository whose name has one of the endings. */
export function filesBelow(
  folder: string,
  ...endings: readonly string[]
): { readonly path: string; readonly text: string }[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && endings.some((ending) => entry.name.endsWith(ending)))
    .map((entry) => join(entry.parentPath, entry.name))
    .map((file) => ({ path: file.slice(root.length + 1).replaceAll('\\', '/'), text: readFileSync(file, 'utf8') }));
}

/** Returns the parsed TypeScript files of src/. */
export function sources(): Source[] {
  return filesBelow('src', '.ts', '.tsx').map(({ path, text }) => {
    const { module, program, errors } = parseSync(path, text);
    if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`);
    const staticImports = module.staticImports.map(({ moduleRequest, entries }) => ({
      from: moduleRequest.value,
      typeOnly: entries.length > 0 && entries.every(({ isType }) => isType),
    }));
    const entries = module.staticExports.flatMap((statement) => statement.entries);
    const reExports = entries.flatMap(({ moduleRequest, isType }) =>
      moduleRequest === null ? [] : [{ from: moduleRequest.value, typeOnly: isType }],
    );
    const dynamicImports = module.dynamicImports.map(({ moduleRequest }) => ({
      from: text.slice(moduleRequest.start, moduleRequest.end).replaceAll(/^['"`]|['"`]$/g, ''),
      typeOnly: false,
    }));
    const methodsWithSpread: string[] = [];
    new Visitor({
      CallExpression: ({ callee, arguments: values }) => {
        if (callee.type === 'MemberExpression' && values.some(({ type }) => type === 'SpreadElement'))
          methodsWithSpread.push(text.slice(callee.property.start, callee.property.end));
      },
    }).visit(program);
    return {
      path,
      text,
      methodsWithSpread,
      imports: [...staticImports, ...reExports, ...dynamicImports],
      exports: entries.flatMap(({ moduleRequest, exportName: { name } }) =>
        moduleRequest === null && name !== null ? [name] : [],
      ),
      exportsDefault: entries.map(({ exportName }): string => exportName.kind).includes('Default'),
    };
  });
}
