/** What members ask most, in the order of their first weeks: each with the names of its two texts. */
export const answerTexts = {
  network: { question: 'help.network.q', answer: 'help.network.a' },
  verifyAddress: { question: 'help.verifyAddress.q', answer: 'help.verifyAddress.a' },
  tooLittle: { question: 'help.tooLittle.q', answer: 'help.tooLittle.a' },
  arrival: { question: 'help.arrival.q', answer: 'help.arrival.a' },
  units: { question: 'help.units.q', answer: 'help.units.a' },
  limits: { question: 'help.limits.q', answer: 'help.limits.a' },
  code: { question: 'help.code.q', answer: 'help.code.a' },
  day: { question: 'help.day.q', answer: 'help.day.a' },
  loop: { question: 'help.loop.q', answer: 'help.loop.a' },
  maturity: { question: 'help.maturity.q', answer: 'help.maturity.a' },
  teamSight: { question: 'help.teamSight.q', answer: 'help.teamSight.a' },
  suspended: { question: 'help.suspended.q', answer: 'help.suspended.a' },
} as const;

export type AnswerName = keyof typeof answerTexts;

export const answers = Object.keys(answerTexts) as readonly AnswerName[];

export const isAnswer = (name: string | null): name is AnswerName => name !== null && Object.hasOwn(answerTexts, name);

/** Those whose question or answer has every word that was typed. @param textOf question and answer, as the reader sees them */
export function answersAbout(typed: string, textOf: (name: AnswerName) => string): readonly AnswerName[] {
  const plain = (text: string) => text.normalize('NFKC').toLocaleLowerCase();
  const words = plain(typed).split(/\s+/).filter(Boolean);
  return answers.filter((name) => {
    const text = plain(textOf(name));
    return words.every((word) => text.includes(word));
  });
}
