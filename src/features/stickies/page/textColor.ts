// The text color that is readable on the background of a sticky.

/**
 * Returns the text color, black or white, with the higher contrast ratio (WCAG 2): at least 4.5 to 1 on every color.
 */
export function textColorOn(hex: string): '#000000' | '#ffffff' {
  const backgroundLuminance = luminance(hex);
  return (backgroundLuminance + 0.05) / 0.05 >= 1.05 / (backgroundLuminance + 0.05) ? '#000000' : '#ffffff';
}

/** Returns the relative luminance, 0 to 1. */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) =>
    linearize(Number.parseInt(hex.slice(start, start + 2), 16) / 255),
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function linearize(channel: number): number {
  return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
}
