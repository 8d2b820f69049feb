interface Sent {
  readonly counterparty?: string | null | undefined;
}

/** Whom the member sent to, the latest first, each once. @param sent transfers out, newest first */
export function recentRecipients(sent: readonly Sent[], most = 5): readonly string[] {
  const names = sent.flatMap(({ counterparty }) => counterparty ?? []);
  return [...new Set(names)].slice(0, most);
}
