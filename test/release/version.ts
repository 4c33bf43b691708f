// The rules of version numbers: plain numbers, and pre-releases have an odd minor version, as VS Code recommends.

export interface Version {
  readonly text: string;
  /** Whether the Marketplace, Open VSX, npm and GitHub show the version as a pre-release. */
  readonly isPreRelease: boolean;
}

/** Parses the version of package.json. @throws unless it consists of three numbers, as the Marketplace requires */
export function parseVersion(text: unknown): Version {
  const [, minor] = /^(?:0|[1-9]\d*)\.(0|[1-9]\d*)\.(?:0|[1-9]\d*)$/.exec(String(text)) ?? [];
  if (minor === undefined) throw new Error(`The version must be three numbers, such as 0.2.0: ${String(text)}`);
  return { text: String(text), isPreRelease: Number(minor) % 2 === 1 };
}

/** @throws unless the tag is that of the version */
export function checkTag(tag: string | undefined, { text }: Version): void {
  if (tag !== `v${text}`)
    throw new Error(`The tag is ${tag ?? 'missing'}, but package.json has version ${text}: the tag must be v${text}.`);
}
