/**
 * A webpack loader for the router's package: what it makes of its components while it starts (`forwardRef`, a display
 * name) counts as a side effect and keeps all of them in the bundle. Without the names, which only development tools
 * show, and with the calls marked as pure, a build leaves out the components that nobody imports.
 *
 * It reads the library's own text, because neither webpack nor the minifier can be given this from outside: `sideEffects`
 * is about whole files, and the package is one. It ends when the router's package marks these calls itself, or comes in
 * several files; a test fails when an upgrade writes them in another way.
 */
export default function pureComponents(source: string): string {
  return source
    .replace(/^(\w+)\.displayName = "[\w.]+";$/gm, '')
    .replace(/= (React\d*\.forwardRef\()/g, '= /* @__PURE__ */ $1');
}
