// Lets TypeScript accept imports of style sheets, which the bundler combines into main.css.
declare module '*.css';
