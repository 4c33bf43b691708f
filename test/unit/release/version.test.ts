// Tests the rules of version numbers and tags.
import { describe, expect, it } from 'vitest';
import { checkTag, parseVersion } from '../../release/version.ts';

describe('parseVersion', () => {
  it.each([
    ['0.2.0', false],
    ['0.3.0', true],
    ['1.11.4', true],
    ['1.12.0', false],
  ])('%s is a pre-release: %s', (text, isPreRelease) => {
    expect(parseVersion(text)).toEqual({ text, isPreRelease });
  });

  it.each(['0.2', '0.2.0-beta.1', 'v0.2.0', '0.02.0', undefined])('rejects %s', (text) => {
    expect(() => parseVersion(text)).toThrow('must be three numbers');
  });
});

describe('checkTag', () => {
  const version = parseVersion('0.2.0');

  it('accepts the tag of the version', () => {
    expect(() => checkTag('v0.2.0', version)).not.toThrow();
  });

  it.each(['v0.2.1', '0.2.0', 'main'])('rejects the tag %s of version 0.2.0', (tag) => {
    expect(() => checkTag(tag, version)).toThrow(
      `The tag is ${tag}, but package.json has version 0.2.0: the tag must be v0.2.0.`,
    );
  });

  it('rejects a run without a tag', () => {
    expect(() => checkTag(undefined, version)).toThrow('The tag is missing');
  });
});
