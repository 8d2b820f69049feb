/** A stylesheet of the whole page: nothing is imported from it. */
declare module '*.css';

/** A component's own styles: local class name to the one on the page. The build refuses a name that is not there. */
declare module '*.module.css' {
  const classNames: Readonly<Record<string, string>>;
  export = classNames;
}
