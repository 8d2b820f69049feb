import { units } from '@trellis/api-contract';
import {
  Button,
  Buttons,
  Empty,
  FailureCard,
  Hero,
  HiddenAmounts,
  Notice,
  NotOpenYet,
  Pane,
  Screen,
  Section,
  Segmented,
  Select,
  Sheet,
  Shortcuts,
  SkeletonCard,
  SkeletonRows,
  Stamp,
  useToast,
} from '@trellis/kit';
import { type Theme, textScale, theme, useLanguage, useTextScale, useTheme } from '@trellis/shell-sdk';
import { useState } from 'react';
import { languageOptions } from '../layout/LanguageMenu.tsx';
import { Charts } from './Charts.tsx';
import { Fields } from './Fields.tsx';
import { Figures, Marks, RowsOfAll, Surfaces } from './Surfaces.tsx';

const closedId = 'closed';
const money = (amount: string) => ({ amount, unit: 'USD' }) as const;

/**
 * `/dev/kit`, in development alone and in English: every component in every state, in the theme, the language and the
 * text size that are chosen here. What says its own words (a failure, an empty list) says them in the language.
 */
export function Component() {
  const toast = useToast();
  const [open, setOpen] = useState(false);
  return (
    <Screen
      title="Kit"
      layout="panes"
      head={
        <>
          <Hero label="Hero" money={money('1234567.89')}>
            <Stamp tone="positive">Updated 15:04</Stamp>
            <Stamp tone="warning">as of 15:04</Stamp>
          </Hero>
          <Shortcuts label="Open" items={shortcuts} />
          <Shortcuts label="Closed" items={shortcuts} disabledBecause={closedId} />
        </>
      }
      dock={<Button onClick={() => setOpen(true)}>Open the sheet</Button>}
    >
      <Pane>
        <Appearance />
        <Notice tone="warning" title="Closed" textId={closedId}>
          Why nothing above can be used.
        </Notice>
        <Hero centred label="Centred" money={money('119.00')} />
        <HiddenAmounts value={true}>
          <Hero label="Hidden" money={money('119.00')} />
        </HiddenAmounts>
        <Hero label="On its way" money={undefined} />
        <Marks units={units} />
        <Figures />
        <Surfaces />
        <RowsOfAll />
        <Charts />
      </Pane>
      <Pane>
        <Section title="Buttons">
          {[undefined, 'quiet', 'danger'].map((kind) => (
            <Buttons key={kind ?? 'strong'}>
              <Button kind={kind as 'quiet'}>Send 12.00 USD</Button>
              <Button kind={kind as 'quiet'} busy>
                Busy
              </Button>
              <Button kind={kind as 'quiet'} disabled>
                Disabled
              </Button>
              <Button kind={kind as 'quiet'} size="small" icon="retry">
                Small
              </Button>
            </Buttons>
          ))}
          <Button kind="quiet" onClick={() => toast('A toast')}>
            Show a toast
          </Button>
        </Section>
        <Fields />
        <Section title="Notices">
          {(['primary', 'positive', 'negative', 'warning', 'locked', 'neutral'] as const).map((tone) => (
            <Notice key={tone} tone={tone} title={tone} action={<Button size="small">Go</Button>}>
              What it is about, in one sentence.
            </Notice>
          ))}
        </Section>
        <Section title="States">
          <SkeletonCard hero />
          <SkeletonRows />
          <Empty art="empty" text="Nothing here yet" action={<Button size="small">Begin</Button>} />
          <Empty text="No match" />
          <NotOpenYet text="What will be here." to="/" linkText="Go elsewhere" />
          <FailureCard title="Could not be read" text="Why." details={[['Code', 'server.error']]} onRetry={again} />
          <FailureCard title="Could not be loaded" text="Why." whole retrying onRetry={again} />
        </Section>
      </Pane>
      {open && (
        <Sheet title="Sheet" onClose={() => setOpen(false)}>
          <Hero label="Amount received" money={money('119.00')} />
          <Button onClick={() => setOpen(false)}>Close</Button>
        </Sheet>
      )}
    </Screen>
  );
}

const again = () => undefined;
const shortcuts = [
  { to: '/a', icon: 'wallet', label: 'Deposit' },
  { to: '/b', icon: 'retry', label: 'A label that is long' },
  { to: '/c', icon: 'team', label: 'Exchange' },
  { to: '/d', icon: 'next', label: 'Transfer' },
] as const;

function Appearance() {
  const [language, setLanguage] = useLanguage();
  const [scale, setScale] = useTextScale();
  const [shown, setTheme] = useTheme();
  return (
    <Section title="Appearance">
      <Select label="Language" value={language} options={languageOptions} onChange={setLanguage} />
      <Segmented
        label="Text size"
        columns={3}
        value={scale}
        onChange={setScale}
        options={textScale.values.map((value) => ({ value, label: value }))}
      />
      <Segmented
        label="Theme"
        value={shown}
        onChange={(value: Theme) => setTheme(value)}
        options={theme.values.map((value) => ({ value, label: value }))}
      />
    </Section>
  );
}
