import type { FieldIssue } from '@trellis/api-contract';
import { type AppError, entryOf } from '../../ground/errors.ts';
import { toProblem } from '../../platform/http/problem.ts';
import type { OperatorEndpoint } from './endpoints.ts';
import { choicesOf, type EndpointOptions } from './options.ts';

/**
 * Why an endpoint refused a call, for whoever typed it: one sentence, or one for each field.
 * @param options what it takes, alongside what was typed
 */
export function refusalText({ name, contract }: OperatorEndpoint, options: EndpointOptions, error: AppError): string {
  if (!error.fields || error.fields.length === 0) return sentence(toProblem(error, '').title);
  const labelOf = (path: string): string => {
    if (path === '') return name;
    return contract.path.split('/').includes(`:${path}`) ? `<${path}>` : `--${path}`;
  };
  const whyOf = ({ path, code }: FieldIssue): string => {
    const choices = code === 'field.choice' ? (options.find(path)?.shapes ?? []).flatMap(choicesOf) : [];
    return sentence(entryOf(code).title + (choices.length > 0 ? `: ${choices.join(', ')}` : ''));
  };
  return [
    ...error.fields.map((issue) => `${labelOf(issue.path)}: ${whyOf(issue)}`),
    `What it takes: npm run ops -- ${name} --help`,
  ].join('\n');
}

const sentence = (title: string): string => (/[.!?]\s*$/.test(title) ? title : `${title}.`);
