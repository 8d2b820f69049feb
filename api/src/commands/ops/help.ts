import { operatorPolicies } from '@trellis/api-contract/operator';
import { contracts } from '@trellis/api-contract/schemas';
import { allOperatorEndpoints, type OperatorEndpoint } from './endpoints.ts';
import { choicesOf, EndpointOptions, isSwitch, type Option, type Shape } from './options.ts';

const command = 'npm run ops --';
/** Most calls are shorter. */
const lineWidth = 54;

/** Every endpoint that a command may call, by what it is about. */
export function listText(): string {
  const callable = allOperatorEndpoints.filter(({ contract }) => contract.byCommand !== false);
  const subjects = new Map<string, string[]>();
  for (const endpoint of callable) {
    const subject = endpoint.contract.path.split('/')[1] ?? '';
    const line = `  ${`${endpoint.name} ${shortly(EndpointOptions.fromSchemas(endpoint.schemas).all())}`.padEnd(lineWidth)}  ${endpoint.schemas.summary}`;
    subjects.set(subject, [...(subjects.get(subject) ?? []), line]);
  }
  return [
    `${command} <endpoint> …        runs one of these; the answer is JSON (npm run -s: and nothing else)`,
    `${command} <endpoint> --help   says what it takes`,
    ...[...subjects].flatMap(([subject, lines]) => ['', subject, ...lines]),
    '',
    ...commonLines,
  ].join('\n');
}

/** What one endpoint takes, and who may call it alongside a command. @param taken all of it, or alongside what is given */
export function helpText(endpoint: OperatorEndpoint, taken: EndpointOptions): string {
  const { name, contract, schemas } = endpoint;
  const options = taken.all();
  const labels = options.map(labelOf);
  const width = Math.max(0, ...labels.map((label) => label.length));
  return [
    `${command} ${name} ${shortly(options)}`.trim(),
    '',
    `${schemas.summary}. ${contract.method} ${contracts.operator.base}${contract.path}, for ${callersOf(endpoint)}.`,
    ...(options.length > 0 ? [''] : []),
    ...options.map(
      (option, index) =>
        `  ${labels[index]?.padEnd(width)}  ${option.required ? 'required' : '        '}  ${meaningOf(option)}`,
    ),
    '',
    ...commonLines,
  ].join('\n');
}

const commonLines = [
  'A value @file is what stands in that file (@@ begins a text with @). The audit log has your name on this machine, or',
  '--by <name>. Before a release goes live it is opened in a browser, where one is installed; --untried leaves that out.',
];

/** What is needed, and how much else there is. */
const shortly = (options: readonly Option[]): string =>
  options
    .filter(({ name, required }) => required || !name.includes('.'))
    .map((option) => (option.required ? labelOf(option) : `[${labelOf(option)}]`))
    .join(' ');

const labelOf = ({ name, place }: Option): string => (place === 'params' ? `<${name}>` : `--${name}`);

function callersOf({ contract: { auth, byCommand } }: OperatorEndpoint): string {
  const roles: Readonly<Record<string, readonly string[]>> = operatorPolicies;
  const people = auth === 'public' ? 'anybody' : (roles[auth]?.join(', ') ?? 'every operator');
  return byCommand === false ? `${people}; no command` : people;
}

function meaningOf({ name, shapes }: Option): string {
  const said = shapes.find(({ description }) => description !== undefined)?.description;
  const choices = [...new Set(shapes.flatMap(choicesOf))].join(' | ');
  const others = shapes.filter((shape) => choicesOf(shape).length === 0).map(valueText);
  const onlyTrue = shapes.every(({ const: only }) => only === true);
  const values = isSwitch(shapes)
    ? `a switch without a value${onlyTrue ? '' : `, or --${name}=false`}`
    : [...(choices ? [choices] : []), ...new Set(others)].join(', or ');
  const parts = shapes.some(takesParts) ? `, or in parts: --${name}.<part> …` : '';
  const decides = shapes.length > 1 && shapes.every(({ const: only }) => only !== undefined);
  const more = decides ? ['--help alongside one says what it takes'] : [];
  return [values + parts, ...(said === undefined ? [] : [said]), ...more].join('; ');
}

const takesParts = ({ type, enum: choices, const: only }: Shape): boolean =>
  (type === 'object' || type === undefined) && choices === undefined && only === undefined;

function valueText(shape: Shape): string {
  const { type, format, example } = shape;
  const such = example === undefined ? '' : `, such as ${String(example)}`;
  if (type === 'array')
    return `${choicesOf(shape.items ?? {}).join(' | ') || valueText(shape.items ?? {})}; can be given several times`;
  if (type === 'integer' || type === 'number')
    return `${type === 'integer' ? 'a whole number' : 'a number'}${range(shape.minimum, shape.maximum)}${such}`;
  if (type === 'string')
    return `${format === 'date-time' ? 'a time' : 'a text'}${range(shape.minLength, shape.maxLength, ' characters')}${such}`;
  return type === 'null' ? 'null' : 'JSON';
}

/** The bounds of a number that a computer holds exactly are none of the subject's. */
function range(least: number | undefined, most: number | undefined, unit = ''): string {
  const from = least === undefined || least <= Number.MIN_SAFE_INTEGER ? '' : ` from ${least}`;
  const to = most === undefined || most >= Number.MAX_SAFE_INTEGER ? '' : ` up to ${most}`;
  return from || to ? `${from}${to}${unit}` : '';
}
