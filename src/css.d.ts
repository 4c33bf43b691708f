// Lets TypeScript accept imports of style sheets, which the bundler combines into one file for each page.
declare module '*.css';
