// VS Code settings that suppress prompts and network requests, and the color themes of the tests.

export type Settings = Readonly<Record<string, unknown>>;

/** Turns off the welcome page, tips, updates, telemetry and recommendations. */
export const quietSettings: Settings = {
  'chat.disableAIFeatures': true,
  'extensions.autoCheckUpdates': false,
  'extensions.autoUpdate': false,
  'extensions.ignoreRecommendations': true,
  'git.openRepositoryInParentFolders': 'never',
  'telemetry.telemetryLevel': 'off',
  'update.mode': 'none',
  'window.commandCenter': false,
  'workbench.reduceMotion': 'on',
  'workbench.enableExperiments': false,
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'workbench.startupEditor': 'none',
  'workbench.tips.enabled': false,
};

/** Turns off Contrail's background synchronization, whose requests would be counted as requests of the tests. */
export const syncOff: Settings = { 'contrail.sync.enabled': false };

export type Theme = 'light' | 'dark' | 'hc-light' | 'hc-dark';

/** For each theme, its name in the theme picker, and the CSS class of the workbench while the theme is active. */
export const themeNames: Readonly<Record<Theme, { readonly label: string; readonly cssClass: string }>> = {
  light: { label: 'Light Modern', cssClass: 'vs' },
  dark: { label: 'Dark Modern', cssClass: 'vs-dark' },
  'hc-light': { label: 'Light High Contrast', cssClass: 'hc-light' },
  'hc-dark': { label: 'Dark High Contrast', cssClass: 'hc-black' },
};
