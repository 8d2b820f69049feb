/** What one `;` does not end: texts, quoted names, bodies of functions, and comments. */
const parts = /'(?:[^']|'')*'|"[^"]*"|\$(\w*)\$[\s\S]*?\$\1\$|--[^\n]*|;|[^'"$;-]+|[$-]/g;

/** The statements of our SQL, one by one, without comments between them. It knows the quotes that our files have. */
export function statementsOf(sql: string): string[] {
  const statements = [''];
  for (const [part] of sql.matchAll(parts))
    if (part === ';') statements.push('');
    else if (!part.startsWith('--')) statements[statements.length - 1] += part;
  return statements.map((each) => each.trim()).filter((each) => each !== '');
}
