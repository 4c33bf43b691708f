// Settings that keep a workbench quiet, and the names of the themes that tests use.

export type Settings = Readonly<Record<string, unknown>>;

/** No welcome page, no tips, no network access, no animations and no unsolicited prompts. */
export const quiet: Settings = {
  'chat.disableAIFeatures': true,
  'extensions.autoCheckUpdates': false,
  'extensions.autoUpdate': false,
  'extensions.ignoreRecommendations': true,
  'git.openRepositoryInParentFolders': 'never',
  'telemetry.telemetryLevel': 'off',
  'update.mode': 'none',
  'window.commandCenter': false,
  'workbench.enableExperiments': false,
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'workbench.startupEditor': 'none',
  'workbench.tips.enabled': false,
};

export type Theme = 'light' | 'dark' | 'hc-light' | 'hc-dark';

/** The name in the list of themes, and the CSS class of the workbench while the theme is active. */
export const themes: Readonly<Record<Theme, { readonly label: string; readonly mark: string }>> = {
  light: { label: 'Light Modern', mark: 'vs' },
  dark: { label: 'Dark Modern', mark: 'vs-dark' },
  'hc-light': { label: 'Light High Contrast', mark: 'hc-light' },
  'hc-dark': { label: 'Dark High Contrast', mark: 'hc-black' },
};
