// Creates the icon font of started states. VS Code colors such an icon like a codicon, also in high contrast themes.
// Codicons have a half-filled circle only. package.json contributes the icons.

const EM = 1600;
/** The ring is as large and as thick as that of the codicons `circle-large-outline` and `circle-slash`. */
const RING = { outside: 700, inside: 600 };
const SECTOR_RADIUS = 420;
const FIRST_CHARACTER = 0xe001;

/** @typedef {{ readonly x: number, readonly y: number, readonly isOnCurve: boolean }} Point */

/**
 * @param {number} radius
 * @param {number} degrees clockwise from the top
 * @param {boolean} [isOnCurve]
 * @returns {Point}
 */
function point(radius, degrees, isOnCurve = false) {
  const angle = (degrees * Math.PI) / 180;
  return {
    x: Math.round(EM / 2 + radius * Math.sin(angle)),
    y: Math.round(EM / 2 + radius * Math.cos(angle)),
    isOnCurve,
  };
}

/**
 * Returns control points of an arc: the points on the curve between two of them are implied.
 * @param {number} radius
 * @param {number} degrees a multiple of 45
 */
function arc(radius, degrees) {
  const controlRadius = radius / Math.cos(Math.PI / 8);
  return Array.from({ length: degrees / 45 }, (_, index) => point(controlRadius, 22.5 + 45 * index));
}

/** @param {number} quarters */
function contours(quarters) {
  const degrees = quarters * 90;
  const sector = [
    point(0, 0, true),
    point(SECTOR_RADIUS, 0, true),
    ...arc(SECTOR_RADIUS, degrees),
    point(SECTOR_RADIUS, degrees, true),
  ];
  // The inner circle has the opposite direction, which leaves it empty.
  return [arc(RING.outside, 360), arc(RING.inside, 360).reverse(), sector];
}

/** @param {readonly number[]} values 16 bits each, signed or unsigned */
function words(...values) {
  return Buffer.from(values.flatMap((value) => [(value >> 8) & 0xff, value & 0xff]));
}

/** @param {readonly (readonly Point[])[]} shape */
function glyph(shape) {
  const points = shape.flat();
  const ends = shape.map((_, index) => shape.slice(0, index + 1).flat().length - 1);
  /** @param {'x' | 'y'} axis */
  const steps = (axis) => points.map((one, index) => one[axis] - (points[index - 1]?.[axis] ?? 0));
  const data = Buffer.concat([
    words(shape.length, 100, 100, 1500, 1500, ...ends, 0),
    Buffer.from(points.map(({ isOnCurve }) => (isOnCurve ? 1 : 0))),
    words(...steps('x'), ...steps('y')),
  ]);
  return Buffer.concat([data, Buffer.alloc(-data.length & 3)]);
}

/** @param {Buffer} data */
function checksum(data) {
  const padded = Buffer.concat([data, Buffer.alloc(-data.length & 3)]);
  let sum = 0;
  for (let offset = 0; offset < padded.length; offset += 4) sum = (sum + padded.readUInt32BE(offset)) >>> 0;
  return sum;
}

/** Returns a TrueType font whose characters U+E001, U+E002 and U+E003 have one, two and three filled quarters. */
export function stateFont() {
  const glyphs = [Buffer.alloc(0), ...[1, 2, 3].map((quarters) => glyph(contours(quarters)))];
  const count = glyphs.length;
  const offsets = Array.from({ length: count + 1 }, (_, index) => Buffer.concat(glyphs.slice(0, index)).length);
  const last = FIRST_CHARACTER + count - 2;
  /** @type {Readonly<Record<string, Buffer>>} */
  const tables = {
    'OS/2': Buffer.concat([
      words(4, EM, 400, 5, 0, ...Array.from({ length: 26 }, () => 0), 64, FIRST_CHARACTER, last, EM, 0, 0, EM, 0),
      words(0, 0, 0, 0, 0, 0, 0, 0, 0),
    ]),
    cmap: Buffer.concat([
      words(0, 1, 3, 1, 0, 12),
      words(4, 32, 0, 4, 4, 1, 0, last, 0xffff, 0, FIRST_CHARACTER, 0xffff, 1 - FIRST_CHARACTER, 1, 0, 0),
    ]),
    glyf: Buffer.concat(glyphs),
    head: words(1, 0, 1, 0, 0, 0, 0x5f0f, 0x3cf5, 3, EM, 0, 0, 0, 0, 0, 0, 0, 0, 100, 100, 1500, 1500, 0, 8, 2, 0, 0),
    hhea: words(1, 0, EM, 0, 0, EM, 100, 100, 1500, 1, 0, 0, 0, 0, 0, 0, 0, count),
    hmtx: words(EM, 0, ...Array.from({ length: count - 1 }, () => [EM, 100]).flat()),
    loca: words(...offsets.map((offset) => offset / 2)),
    maxp: words(1, 0, count, 32, 3, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0),
    name: words(0, 0, 6),
    post: words(3, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0),
  };
  const names = Object.keys(tables);
  /** @type {Buffer[]} */
  const directory = [];
  /** @type {Buffer[]} */
  const bodies = [];
  let offset = 12 + 16 * names.length;
  for (const [name, data] of Object.entries(tables)) {
    const entry = Buffer.alloc(16);
    entry.write(name, 'latin1');
    entry.writeUInt32BE(checksum(data), 4);
    entry.writeUInt32BE(offset, 8);
    entry.writeUInt32BE(data.length, 12);
    directory.push(entry);
    bodies.push(data, Buffer.alloc(-data.length & 3));
    offset += data.length + (-data.length & 3);
  }
  const power = 2 ** Math.floor(Math.log2(names.length));
  const start = words(1, 0, names.length, power * 16, Math.log2(power), (names.length - power) * 16);
  return Buffer.concat([start, ...directory, ...bodies]);
}
