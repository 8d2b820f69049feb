import type { InputOf, OutputOf } from '@trellis/api-contract';
import { useSettled } from '@trellis/kit/form';
import { useEffect, useState } from 'react';
import { operatorApi } from '../../api.ts';

type Wanted = InputOf<'operator', 'previewRule'>;
export type Preview = OutputOf<'operator', 'previewRule'>;

/** What would come of a rule, asked for again when it has stayed the same for a moment. @param wanted none while it is wrong */
export function usePreview(wanted: Wanted | undefined): Preview | undefined {
  const [ask] = operatorApi.usePreviewRuleMutation();
  const [reported, setReported] = useState<{ readonly subject: string; readonly preview: Preview }>();
  const now = wanted === undefined ? '' : JSON.stringify(wanted);
  const settled = useSettled(now);
  useEffect(() => {
    if (settled === '') return;
    let isGone = false;
    const run = async () => {
      const { data } = await ask(JSON.parse(settled) as Wanted);
      if (!isGone && data) setReported({ subject: settled, preview: data });
    };
    void run();
    return () => {
      isGone = true;
    };
  }, [settled, ask]);
  return reported?.subject === now ? reported.preview : undefined;
}
