// Names that test extensions share with the tests that install them.

/** The environment variable with the URL of the proxy that one of the extensions uses for its own requests. */
export const ownProxyVariable = 'CONTRAIL_OTHER_EXTENSION_PROXY';

/** The host that VS Code's proxy settings exclude from the proxy. */
export const unproxiedHost = 'unproxied.other-extension.test';
