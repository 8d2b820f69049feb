import { createContext, type ReactNode } from 'react';

/** What the shell's layout puts into every screen. Outside the layout (entry pages) nothing is provided. */
export interface ShellParts {
  readonly bell?: ReactNode;
  readonly navigation?: ReactNode;
  readonly language?: ReactNode;
  /** What the shell has to say, between the header and the screen. */
  readonly bar?: ReactNode;
  readonly productName?: string;
}

export const ShellPartsContext = createContext<ShellParts>({});
