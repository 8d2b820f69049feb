/** Operator sessions end after so much silence: the server ends them, and their page warns before. */
export const operatorIdleSeconds = 15 * 60;
