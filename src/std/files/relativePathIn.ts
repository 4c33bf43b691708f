// Checks whether a path is within a folder, by the rules of each platform.
import { platform } from 'node:os';
import { posix, win32 } from 'node:path';

/** The platform whose rules for paths apply. The default file systems of Windows and macOS are not case-sensitive. */
export type PathFlavor = 'win32' | 'darwin' | 'posix';

export function pathFlavorOf(name: NodeJS.Platform): PathFlavor {
  return name === 'win32' || name === 'darwin' ? name : 'posix';
}

/** Returns the path flavor of this machine. */
export function localPathFlavor(): PathFlavor {
  return pathFlavorOf(platform());
}

/**
 * Whether the path is the folder itself or a path inside the folder. Both paths must be absolute, but need not exist.
 */
export function isInsideFolder(folder: string, path: string, flavor: PathFlavor): boolean {
  return relativePathIn(folder, path, flavor) !== undefined;
}

/**
 * Returns the path relative to the folder, with slashes and unchanged case; '' for the folder itself; undefined for a
 * path outside the folder.
 */
export function relativePathIn(folder: string, path: string, flavor: PathFlavor): string | undefined {
  const [folderSegments, pathSegments] = [segmentsOf(folder, flavor), segmentsOf(path, flavor)];
  const isInFolder =
    folderSegments.length <= pathSegments.length &&
    folderSegments.every((segment, index) => isSameName(segment, pathSegments[index] ?? '', flavor));
  return isInFolder ? pathSegments.slice(folderSegments.length).join('/') : undefined;
}

/** Returns the root, which is empty on macOS and Linux, and the name of each folder or file below the root. */
function segmentsOf(path: string, flavor: PathFlavor): readonly string[] {
  if (flavor === 'win32') {
    const normalizedPath = win32.normalize(
      path.replace(/^[\\/]{2}\?[\\/](?:UNC(?=[\\/]))?/i, (prefix) => (/UNC/i.test(prefix) ? '\\' : '')),
    );
    const { root } = win32.parse(normalizedPath);
    return [root.replace(/\\$/, ''), ...namesIn(normalizedPath.slice(root.length), '\\')];
  }
  const normalizedPath = posix.normalize(path);
  // On macOS /tmp, /var and /etc are symbolic links to folders in /private.
  const canonicalPath =
    flavor === 'darwin' ? normalizedPath.replace(/^\/private(?=\/(?:tmp|var|etc)(?:\/|$))/i, '') : normalizedPath;
  return ['', ...namesIn(canonicalPath, '/')];
}

function namesIn(path: string, separator: string): string[] {
  return path.split(separator).filter((name) => name !== '');
}

/** Normalizes the names, because macOS treats the two Unicode forms of an accented letter as equal in file names. */
function isSameName(first: string, second: string, flavor: PathFlavor): boolean {
  if (flavor === 'posix') return first === second;
  return first === second || first.normalize('NFC').toLowerCase() === second.normalize('NFC').toLowerCase();
}
