// The types of the function that the build uses from the package svg2ttf.
declare module 'svg2ttf' {
  /** Returns the TrueType font of an SVG font. `ts` is the time in the font, in seconds since 1970. */
  export default function svg2ttf(svg: string, options: { readonly ts: number }): { readonly buffer: Uint8Array };
}
