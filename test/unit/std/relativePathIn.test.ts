// Tests which paths are within a folder on Windows, macOS and Linux.
import { expect, it } from 'vitest';
import {
  isInsideFolder,
  type PathFlavor,
  pathFlavorOf,
  relativePathIn,
} from '../../../src/std/files/relativePathIn.ts';

it.each<[PathFlavor, string, string, string | undefined]>([
  ['posix', '/repo', '/repo/src/a.ts', 'src/a.ts'],
  ['posix', '/repo/', '/repo/src/a.ts', 'src/a.ts'],
  ['posix', '/repo', '/repo', ''],
  ['posix', '/repo', '/reposhop/a.ts', undefined],
  ['posix', '/repo', '/Repo/a.ts', undefined],
  ['posix', '/repo', '/repo/../etc/passwd', undefined],
  ['posix', '/', '/etc/hosts', 'etc/hosts'],
  ['posix', '/', '/', ''],
  ['posix', '/tmp/a', '/private/tmp/a/b', undefined],
  ['posix', '/repo', '/repo/back\\slash', 'back\\slash'],
  ['darwin', '/Users/ada/Work', '/Users/ada/work/Src/A.ts', 'Src/A.ts'],
  ['darwin', '/tmp/work', '/private/tmp/work/a.ts', 'a.ts'],
  ['darwin', '/private/var/folders/x', '/var/folders/x/a.ts', 'a.ts'],
  ['darwin', '/private', '/private/tmpfile', 'tmpfile'],
  ['darwin', '/Users/ada/Caf\u00e9', '/Users/ada/Cafe\u0301/a.ts', 'a.ts'],
  ['darwin', '/Users/ada', '/Users/adam/a.ts', undefined],
  ['darwin', '/', '/Users/ada', 'Users/ada'],
  ['win32', 'c:\\Work', 'C:\\work\\Src\\a.ts', 'Src/a.ts'],
  ['win32', 'C:\\Work', 'c:/work/src/a.ts', 'src/a.ts'],
  ['win32', 'C:\\', 'c:\\work\\a.ts', 'work/a.ts'],
  ['win32', 'C:\\Work\\', 'C:\\Work', ''],
  ['win32', 'C:\\Work', 'D:\\Work\\a.ts', undefined],
  ['win32', 'C:\\Work', 'C:\\Workshop\\a.ts', undefined],
  ['win32', 'C:\\Work', 'C:\\Work\\..\\Windows\\a.ts', undefined],
  ['win32', 'C:\\Work', '\\\\?\\C:\\Work\\a.ts', 'a.ts'],
  ['win32', '\\\\server\\share\\Work', '\\\\Server\\Share\\work\\a.ts', 'a.ts'],
  ['win32', '\\\\server\\share', '\\\\?\\UNC\\server\\share\\a.ts', 'a.ts'],
  ['win32', '\\\\server\\share', '\\\\server\\other\\a.ts', undefined],
])('On %s, relativePathIn for the folder %j and the path %j returns %j', (flavor, folder, path, expected) => {
  expect(relativePathIn(folder, path, flavor)).toBe(expected);
  expect(isInsideFolder(folder, path, flavor)).toBe(expected !== undefined);
});

it('pathFlavorOf returns `posix` for every platform except Windows and macOS', () => {
  expect((['win32', 'darwin', 'linux', 'freebsd'] as const).map(pathFlavorOf)).toEqual([
    'win32',
    'darwin',
    'posix',
    'posix',
  ]);
});
