// The types of the function that the build uses from the package subset-font.
declare module 'subset-font' {
  /** Returns the font, by default in the same format, reduced to the glyphs of the characters in `text`. */
  export default function subsetFont(
    font: Buffer,
    text: string,
    options?: { readonly noHinting?: boolean; readonly targetFormat?: 'woff2' | 'sfnt' },
  ): Promise<Buffer>;
}
