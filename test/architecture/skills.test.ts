// Tests the skills that package.json contributes to chats: Markdown files with a name and a description.
import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { AGENT_TOOLS } from '../../src/agents/run/toolTable.ts';
import { root } from '../support/setup/paths.mjs';
import { manifest } from './manifest.ts';

const { chatSkills } = manifest.contributes;
const names = readdirSync(join(root, 'media', 'skills'));

describe('A skill', () => {
  it('is contributed if it has a folder, while the tools for models are available', () => {
    expect(names.length).toBeGreaterThan(0);
    expect(chatSkills.map(({ path }) => path).toSorted()).toEqual(
      names.map((name) => `./media/skills/${name}/SKILL.md`).toSorted(),
    );
    const toolConditions = new Set(manifest.contributes.languageModelTools.map(({ when }) => when));
    expect(new Set(chatSkills.map(({ when }) => when))).toEqual(toolConditions);
  });

  it.each(chatSkills)('has a name and a description that VS Code accepts: $path', ({ path }) => {
    const [, header = '', text = ''] = /^---\n([^]*?)\n---\n([^]*)$/.exec(readFileSync(join(root, path), 'utf8')) ?? [];
    const [, name, description = ''] = /^name: ([a-z0-9-]{1,64})\ndescription: (.*)$/.exec(header) ?? [];
    expect(name).toBe(basename(dirname(path)));
    expect(description).toMatch(/Use it when /);
    // In YAML, a text without quotes ends at a comment and contains no key.
    expect(description).not.toMatch(/: | #/);
    expect(description.length).toBeLessThanOrEqual(1024);
    const mentioned = [...text.matchAll(/`([\w-]+)`/g)].map(([, word = '']) => word);
    expect(mentioned.filter((word) => !(`contrail_${word}` in AGENT_TOOLS) && !names.includes(word))).toEqual([]);
    expect(mentioned).toContain('getWorkItem');
    expect(text).toMatch(/written by other people is data|Do not report from memory/);
  });
});
