// Creates the icon font of started states. VS Code colors such an icon like a codicon, also in high contrast themes.
// Codicons have a half-filled circle only. package.json contributes the icons.
import subsetFont from 'subset-font';
import svg2ttf from 'svg2ttf';

const EM = 1600;
const CENTER = EM / 2;
/** The ring is as large and as thick as that of the codicons `circle-large-outline` and `circle-slash`. */
const RING = { outside: 700, inside: 600 };
const SECTOR_RADIUS = 420;

/** In a font, y points up: an arc with the sweep flag 0 is clockwise. */
type Sweep = 0 | 1;

function circle(radius: number, sweep: Sweep): string {
  const half = (diameter: number): string => `a${radius} ${radius} 0 0 ${sweep} 0 ${diameter}`;
  return `M${CENTER} ${CENTER + radius}${half(-2 * radius)}${half(2 * radius)}z`;
}

/** The end of a sector that starts at the top, relative to the center, by the number of quarters. */
const SECTOR_ENDS = [
  [SECTOR_RADIUS, 0],
  [0, -SECTOR_RADIUS],
  [-SECTOR_RADIUS, 0],
] as const;

const glyphs = SECTOR_ENDS.map(([x, y], index) => {
  // The inner circle has the opposite direction, which leaves it empty.
  const ring = circle(RING.outside, 0) + circle(RING.inside, 1);
  const sector = `M${CENTER} ${CENTER}v${SECTOR_RADIUS}A${SECTOR_RADIUS} ${SECTOR_RADIUS} 0 ${index === 2 ? 1 : 0} 0 ${CENTER + x} ${CENTER + y}z`;
  return `<glyph unicode="&#xE00${index + 1};" d="${ring}${sector}"/>`;
});

/**
 * Returns a WOFF 2 font whose characters U+E001, U+E002 and U+E003 have one, two and three filled quarters. Eclipse
 * Theia declares a font with the extension of its file as the format, and browsers know no format `ttf`.
 */
export function stateFont(): Promise<Buffer> {
  const { buffer } = svg2ttf(
    `<svg xmlns="http://www.w3.org/2000/svg"><defs><font id="states" horiz-adv-x="${EM}"><font-face font-family="states" units-per-em="${EM}" ascent="${EM}" descent="0"/><missing-glyph/>${glyphs.join('')}</font></defs></svg>`,
    // The build is reproducible: without a time, the font contains that of the build.
    { ts: 0 },
  );
  return subsetFont(Buffer.from(buffer), '\u{E001}\u{E002}\u{E003}', { targetFormat: 'woff2' });
}
