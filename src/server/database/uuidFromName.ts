// Derives ids from names, so that the records of a seed have the same ids on every machine.
import { createHash } from 'node:crypto';

/** Returns a name-based UUID for a kind of record and its name. */
export function uuidFromName(kind: string, name: string): string {
  const hex = createHash('sha1').update(`contrail/${kind}/${name}`).digest('hex');
  const variant = ((Number.parseInt(hex.slice(16, 17), 16) & 0x3) | 0x8).toString(16);
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `5${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-');
}
