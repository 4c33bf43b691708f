// Checks whether a path is within a folder, by the rules of each platform.
import { platform } from 'node:os';
import { posix, win32 } from 'node:path';

/** How paths are written and compared. The default file systems of Windows and macOS are not case-sensitive. */
export type PathFlavor = 'win32' | 'darwin' | 'posix';

export function flavorOf(name: NodeJS.Platform): PathFlavor {
  return name === 'win32' || name === 'darwin' ? name : 'posix';
}

/** Returns the flavor of this machine. */
export function ownFlavor(): PathFlavor {
  return flavorOf(platform());
}

/** Whether the path is the folder or below it. Both are absolute; neither is read from disk. */
export function isWithin(folder: string, path: string, flavor: PathFlavor): boolean {
  return pathWithin(folder, path, flavor) !== undefined;
}

/**
 * Returns the path relative to the folder, with slashes and in its own case; '' for the folder itself, undefined for a
 * path that is not within it.
 */
export function pathWithin(folder: string, path: string, flavor: PathFlavor): string | undefined {
  const [above, all] = [segmentsOf(folder, flavor), segmentsOf(path, flavor)];
  const isBelow =
    above.length <= all.length && above.every((segment, index) => isSame(segment, all[index] ?? '', flavor));
  return isBelow ? all.slice(above.length).join('/') : undefined;
}

/** Returns the root, which is empty on macOS and Linux, and each name below it. */
function segmentsOf(path: string, flavor: PathFlavor): readonly string[] {
  if (flavor === 'win32') {
    const normal = win32.normalize(
      path.replace(/^[\\/]{2}\?[\\/](?:UNC(?=[\\/]))?/i, (prefix) => (/UNC/i.test(prefix) ? '\\' : '')),
    );
    const { root } = win32.parse(normal);
    return [root.replace(/\\$/, ''), ...namesIn(normal.slice(root.length), '\\')];
  }
  const normal = posix.normalize(path);
  // On macOS these three are symbolic links to folders in /private.
  const named = flavor === 'darwin' ? normal.replace(/^\/private(?=\/(?:tmp|var|etc)(?:\/|$))/i, '') : normal;
  return ['', ...namesIn(named, '/')];
}

function namesIn(path: string, separator: string): string[] {
  return path.split(separator).filter((name) => name !== '');
}

/** macOS also writes a letter with an accent in two forms. */
function isSame(one: string, other: string, flavor: PathFlavor): boolean {
  if (flavor === 'posix') return one === other;
  return one === other || one.normalize('NFC').toLowerCase() === other.normalize('NFC').toLowerCase();
}
