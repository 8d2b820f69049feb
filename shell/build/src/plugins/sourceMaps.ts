import { createHash } from 'node:crypto';
import { type BuiltFunction, sourceMapOf } from '@trellis/api-contract';
import { type AnyNode, parse } from 'acorn';
import webpack, { type Compilation, type Compiler } from 'webpack';

const pluginName = 'TrellisSourceMaps';

/**
 * Makes a source map for every script of a release, in a folder of its own that nobody is served; no script names it. Operators
 * are shown by it where in the sources an error of a browser stands, and in which function. It has the sources' places and names,
 * and not their text.
 */
export class SourceMapsPlugin {
  apply(compiler: Compiler): void {
    new webpack.SourceMapDevToolPlugin({
      test: /\.js$/,
      filename: sourceMapOf('[file]'),
      append: false,
      noSources: true,
      // From the workspace on, and so the same on every machine.
      moduleFilenameTemplate: '[resource-path]',
      fallbackModuleFilenameTemplate: '[resource-path]?[hash]',
    }).apply(compiler);
    const { Compilation, sources } = compiler.webpack;
    compiler.hooks.thisCompilation.tap(pluginName, (compilation) => {
      // Where a line of the sources stands is no part of a module: its hash gets into names of files, and the minifier counts their
      // letters to choose names of variables. Types that move would make another release.
      compilation.hooks.succeedModule.tap(pluginName, (module) => {
        const source = module.originalSource();
        if (!source || !module.buildInfo) return;
        const hash = createHash('sha256').update(source.source()).update(JSON.stringify(module.buildMeta));
        module.buildInfo.hash = hash.digest('hex');
      });
      // When nothing moves any more.
      const stage = Compilation.PROCESS_ASSETS_STAGE_REPORT;
      compilation.hooks.processAssets.tap({ name: pluginName, stage }, () => {
        for (const { name: script, source } of compilation.getAssets()) {
          const map = compilation.getAsset(sourceMapOf(script))?.source.source().toString();
          if (map === undefined) continue;
          const functions = functionsOf(source.source().toString());
          const content = JSON.stringify({ ...JSON.parse(map), x_functions: functions });
          compilation.updateAsset(sourceMapOf(script), new sources.RawSource(content));
        }
      });
    });
  }
}

/** All functions of a script that have a name: their own, or that of what they are given to. */
function functionsOf(script: string): readonly BuiltFunction[] {
  const functions: BuiltFunction[] = [];
  const walk = (node: AnyNode, parent: AnyNode | undefined) => {
    const name = isFunction.test(node.type) ? nameOf(node, parent) : undefined;
    if (node.loc && name?.type === 'Identifier' && name.loc) {
      const { start, end } = node.loc;
      const at = name.loc.start;
      functions.push([start.line, start.column, end.line, end.column, at.line, at.column, name.name]);
    }
    for (const child of Object.values(node).flat()) if (isNode(child)) walk(child, node);
  };
  walk(parse(script, { ecmaVersion: 'latest', locations: true }), undefined);
  return functions;
}

const isFunction = /^(?:FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/;

const isNode = (value: unknown): value is AnyNode =>
  typeof value === 'object' && value !== null && 'type' in value && 'start' in value;

function nameOf(node: AnyNode, parent: AnyNode | undefined): AnyNode | undefined {
  if ('id' in node && node.id) return node.id;
  switch (parent?.type) {
    case 'VariableDeclarator':
      return parent.id;
    case 'Property':
    case 'MethodDefinition':
    case 'PropertyDefinition':
      return parent.computed ? undefined : parent.key;
    case 'AssignmentExpression':
      return parent.left.type === 'MemberExpression' ? parent.left.property : parent.left;
    default:
      return undefined;
  }
}

/** Whether an asset is a source map: it is no part of what a release does, and names none. */
export const isSourceMap = (asset: string): boolean => asset.endsWith('.map');

interface Replacement {
  /** Where it begins, in characters. */
  readonly at: number;
  /** How many characters it takes the place of. */
  readonly length: number;
  readonly text: string;
}

/** Replaces a part of a finished script; what stands behind it in the same line moves in its source map, too. */
export function replaceIn(compilation: Compilation, script: string, { at, length, text }: Replacement): void {
  const { RawSource, ReplaceSource, SourceMapSource } = compilation.compiler.webpack.sources;
  const textOf = (asset: string): string | undefined => compilation.getAsset(asset)?.source.source().toString();
  const code = textOf(script) ?? '';
  const map = textOf(sourceMapOf(script));
  const replaced = new ReplaceSource(
    map === undefined ? new RawSource(code) : new SourceMapSource(code, script, JSON.parse(map)),
  );
  // Its end is the last character that goes.
  replaced.replace(at, at + length - 1, text);
  const made = replaced.sourceAndMap();
  compilation.updateAsset(script, new RawSource(made.source.toString()));
  if (map !== undefined) compilation.updateAsset(sourceMapOf(script), new RawSource(JSON.stringify(made.map)));
}
