// Owns the compiler's word that style sheets may be imported; the bundler turns them into main.css.
declare module '*.css';
