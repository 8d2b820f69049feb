import { statementsOf } from './statements.ts';

/** A function of a schema as Postgres writes it, and what its body comes to. */
export interface SqlFunction {
  readonly definition: string;
  readonly language: string;
  readonly body: string;
  /** Of a body in SQL that is parsed when it is made, and of functions of an index: left as they are. */
  readonly isFixed: boolean;
  readonly isSet: boolean;
  readonly result: string;
  /** Names of arguments that come back; none where there is a type of the result. */
  readonly out: readonly string[];
}

/** All functions of a schema. */
export const sqlFunctions = `
  SELECT pg_get_functiondef(p.oid) AS definition, lanname AS language, prosrc AS body, proretset AS "isSet",
         format_type(prorettype, NULL) AS result,
         prosqlbody IS NOT NULL OR provolatile = 'i' OR pronargs = 0 AS "isFixed",
         coalesce(ARRAY(SELECT quote_ident(name) FROM unnest(proargnames, proargmodes) AS arg (name, mode)
                         WHERE mode IN ('o', 'b') AND NOT proretset), '{}') AS out
    FROM pg_proc p JOIN pg_language l ON l.oid = prolang
   WHERE pronamespace = to_regnamespace($1) AND prokind = 'f' ORDER BY p.oid`;

/** The definition of a function that says the same in PL/pgSQL; as it is, where it is none in SQL. */
export function asPlpgsql({ definition, language, body, isFixed, isSet, result, out }: SqlFunction): string {
  if (language !== 'sql' || isFixed) return definition;
  const statements = statementsOf(body);
  const last = statements.pop() ?? '';
  const before = statements.map((each) => `${performed(each)};`);
  const end = isSet
    ? [`RETURN QUERY ${last};`]
    : result === 'void'
      ? [`${performed(last)};`]
      : out.length > 0
        ? [`SELECT given.* INTO ${out.join(', ')} FROM (${last}) AS given;`, 'RETURN;']
        : [`RETURN (${last});`];
  const written = `#variable_conflict use_column\nBEGIN\n${[...before, ...end].join('\n')}\nEND`;
  return definition
    .replace(/^ LANGUAGE sql$/m, ' LANGUAGE plpgsql')
    .replace(/^AS \$function\$[\s\S]*$/m, () => `AS $function$${written}$function$`);
}

const performed = (statement: string): string => statement.replace(/^SELECT\b/i, 'PERFORM');
