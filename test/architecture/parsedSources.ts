// The source files of the project with their imports and exports.
import { type ParseResult, parseSync, Visitor } from 'oxc-parser';
import { filesBelow } from './sources.ts';

interface Import {
  readonly from: string;
  /** Whether only types are imported, so that the import is erased at compile time. */
  readonly typeOnly: boolean;
}

export interface Source extends Pick<ParseResult, 'program' | 'comments'> {
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

/** The parsed TypeScript files of src/. The test files of a worker share this module, so that it parses them once. */
export const sources: readonly Source[] = filesBelow('src', '.ts', '.tsx').map(({ path, text }) => {
  const { module, program, comments, errors } = parseSync(path, text);
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
    program,
    comments,
    methodsWithSpread,
    imports: [...staticImports, ...reExports, ...dynamicImports],
    exports: entries.flatMap(({ moduleRequest, exportName: { name } }) =>
      moduleRequest === null && name !== null ? [name] : [],
    ),
    exportsDefault: entries.map(({ exportName }): string => exportName.kind).includes('Default'),
  };
});
