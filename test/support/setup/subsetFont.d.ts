// The types of the one function of subset-font that the build calls.
declare module 'subset-font' {
  /** Returns the font with only the glyphs that the text needs, in its original format. */
  export default function subsetFont(
    font: Buffer,
    text: string,
    options?: { readonly noHinting?: boolean },
  ): Promise<Buffer>;
}
