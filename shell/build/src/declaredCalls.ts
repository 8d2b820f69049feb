import {
  audienceOf,
  type Endpoint,
  endpoints,
  type FeatureName,
  type RouteCall,
  routeCallName,
  routeData,
  type ScreenRoute,
} from '@trellis/api-contract';
import { operatorEndpoints, operatorRouteData } from '@trellis/api-contract/operator';
import { sourcesIn } from './plugins/texts.ts';
import { isLiteral, isNode, type Node, visit } from './texts/scanSources.ts';
import { parseSource } from './texts/typo.ts';

interface Contract {
  readonly endpoints: Readonly<Record<string, Endpoint>>;
  readonly routeData: Readonly<Record<string, readonly RouteCall[]>>;
}
const contracts: Readonly<Record<'member' | 'operator', Contract>> = {
  member: { endpoints, routeData },
  operator: { endpoints: operatorEndpoints, routeData: operatorRouteData },
};

/**
 * The names of all endpoints that a release calls, as its sources say: those given to `injectContract(…, […])`, the
 * `endpoint="…"` of a flow, the files behind addresses that begin with `${apiBase}`, and the data of its screens. Who gives
 * `Object.keys(….endpoints)` calls all of its audience.
 * @param folders of its sources
 * @throws Error where a list of names is not written out
 */
export function declaredCalls(
  owner: FeatureName | 'shell',
  routes: readonly ScreenRoute[],
  folders: readonly string[],
): string[] {
  const contract = contracts[audienceOf(owner)];
  const ofScreens = routes.flatMap(({ screen }) => contract.routeData[`${owner}/${screen}`] ?? []).map(routeCallName);
  const names = new Set<string>(ofScreens);
  for (const file of folders.flatMap(sourcesIn)) {
    visit(parseSource(file), (node) => {
      for (const name of namesIn(node, contract, file)) names.add(name);
    });
  }
  return [...names].sort();
}

function namesIn(node: Node, contract: Contract, file: string): readonly string[] {
  if (node.type === 'CallExpression' && isNode(node.callee)) {
    const names = injected(node, contract);
    if (node.callee.value === 'injectContract') return names ?? refuse(file, 'what injectContract is given');
    // The sdk's, in whoever's name they are made. What a flow ends with, its screen says.
    if (node.callee.value === 'inject') return names ?? [];
  }
  if (node.type === 'JSXAttribute' && isNode(node.name) && node.name.value === 'endpoint')
    return isNode(node.value) && isLiteral(node.value) ? [node.value.value] : refuse(file, 'the endpoint of a flow');
  if (node.type === 'TemplateLiteral') return fileBehind(node, contract);
  return [];
}

/** The names in a call's second argument; `undefined` where they are not written out. */
function injected({ arguments: given }: Node, contract: Contract): readonly string[] | undefined {
  const list: unknown = Array.isArray(given) ? given[1]?.expression : undefined;
  const written = isNode(list) && /^Ts(?:As|ConstAssertion)/.test(String(list.type)) ? list.expression : list;
  if (!isNode(written)) return undefined;
  if (isAllKeys(written)) return Object.keys(contract.endpoints);
  if (written.type !== 'ArrayExpression') return undefined;
  const names = (written.elements as readonly { readonly expression: Node }[]).map(({ expression }) => expression);
  return names.every(isLiteral) ? names.map(({ value }) => value) : undefined;
}

/** `Object.keys(….endpoints)` */
function isAllKeys({ type, callee, arguments: given }: Node): boolean {
  if (type !== 'CallExpression' || !isNode(callee) || callee.type !== 'MemberExpression' || !Array.isArray(given))
    return false;
  const contract: unknown = given[0]?.expression;
  return nameOf(callee.property) === 'keys' && isNode(contract) && nameOf(contract.property) === 'endpoints';
}

/** The file that `${apiBase}/statements/${month}/pdf?…` leads to. */
function fileBehind({ expressions, quasis }: Node, { endpoints: all }: Contract): string[] {
  // A type may be written so as well, and leads nowhere.
  const [first, ...values]: readonly unknown[] = Array.isArray(expressions) ? expressions : [];
  if (!/^(?:a|operatorA)piBase$/.test(nameOf(first))) return [];
  const [, ...parts] = (quasis as readonly { readonly raw: string }[]).map(({ raw }) => raw);
  const [path = ''] = parts
    .map((part, at) => (at < values.length ? `${part}:` : part))
    .join('')
    .split('?');
  const given = path.split('/');
  const leads = ([, endpoint]: [string, Endpoint]): boolean => {
    const wanted = endpoint.path.split('/');
    const fits = (part: string, at: number) => given[at] === part || (given[at] === ':' && part.startsWith(':'));
    return endpoint.file !== undefined && wanted.length === given.length && wanted.every(fits);
  };
  return Object.entries(all)
    .filter(leads)
    .map(([name]) => name);
}

const nameOf = (node: unknown): string => (isNode(node) && typeof node.value === 'string' ? node.value : '');

function refuse(file: string, what: string): never {
  throw new Error(`${file}: ${what} has to be written out, for the release to declare it`);
}
